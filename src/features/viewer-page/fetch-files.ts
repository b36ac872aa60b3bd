import { ModelDownloadError } from '#model-files/errors.ts'
import { startDownload } from '#viewer/loading/download.ts'

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

type FetchOptions = {
  signal: AbortSignal
  /** Of all files, from 0 to 1, as far as that is known. */
  onProgress: (share: number) => void
}

/**
 * Loads files of other sites, one after the other.
 *
 * @throws {ModelDownloadError} with a sentence that says what to do, and what `signal` says.
 */
export async function fetchFiles(
  urls: readonly URL[],
  { signal, onProgress }: FetchOptions,
): Promise<File[]> {
  const files: File[] = []
  for (const url of urls) {
    const bytes = await fetchFile(url, signal, (share) =>
      onProgress((files.length + share) / urls.length),
    )
    files.push(new File([bytes], nameOf(url)))
  }
  return files
}

async function fetchFile(url: URL, signal: AbortSignal, onProgress: (share: number) => void) {
  let isForbidden = false
  const note = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isForbidden ||= blockedURI.startsWith(url.origin)
  }
  document.addEventListener('securitypolicyviolation', note)
  const download = startDownload(url.href, { isAnyKind: true })
  signal.addEventListener('abort', download.cancel)
  download.watch(onProgress)
  try {
    return await download.bytes
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ModelDownloadError) || !(error.cause instanceof TypeError)) throw error
    // The report of a breach comes after the failure.
    await new Promise((resolve) => setTimeout(resolve))
    throw new ModelDownloadError(
      isForbidden
        ? `This server does not open files from ${url.host}. Its owner can allow it with BOZZETTO_VIEW_ORIGINS=${url.origin}.`
        : `${url.host} cannot be reached, or does not let other sites load its files (CORS).`,
      { cause: error },
    )
  } finally {
    signal.removeEventListener('abort', download.cancel)
    document.removeEventListener('securitypolicyviolation', note)
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
