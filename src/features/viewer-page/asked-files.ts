import { ModelDownloadError } from '#model-files/errors.ts'
import { t } from '#languages/viewer.ts'

const filesMax = 20

/**
 * Returns the URLs in the `url` params of `/view`.
 * @throws {ModelDownloadError} if a URL is invalid.
 */
export function askedFiles(search: string): URL[] {
  return new URLSearchParams(search)
    .getAll('url')
    .slice(0, filesMax)
    .map((address) => {
      const url = URL.canParse(address) ? new URL(address) : undefined
      if (url && /^https?:$/.test(url.protocol)) return url
      throw new ModelDownloadError(t('The address has to begin with https://.'))
    })
}

/** Returns the file name in a URL. Adds `.glb` to a name without an extension. */
export function getUrlFileName({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1)
  const name = decoded(last) || t('Model')
  return name.includes('.') ? name : `${name}.glb`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
