import { ModelDownloadError } from '#model-files/errors.ts'

const filesMax = 20

/**
 * Returns the addresses in `/view?url=…`. Each is a separate `url` param.
 * @throws {ModelDownloadError} with a sentence if an address is invalid.
 */
export function askedFiles(search: string): URL[] {
  return new URLSearchParams(search)
    .getAll('url')
    .slice(0, filesMax)
    .map((address) => {
      const url = URL.canParse(address) ? new URL(address) : undefined
      if (url && /^https?:$/.test(url.protocol)) return url
      throw new ModelDownloadError('The address has to begin with https://.')
    })
}

/** Returns the file name in an address. Without an extension, GLB is assumed. */
export function getUrlFileName({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1)
  const name = decoded(last) || 'Model'
  return name.includes('.') ? name : `${name}.glb`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
