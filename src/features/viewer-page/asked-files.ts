import { ModelDownloadError } from '#model-files/errors.ts'

/** A model and what belongs to it. */
const filesMax = 20

/**
 * The files that `/view?url=…` names, each by a `url` of its own.
 *
 * @throws {ModelDownloadError} with a sentence when an address is none.
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

/** The last part of an address; one without an ending is taken for a GLB. */
export function nameOf({ pathname }: URL): string {
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
