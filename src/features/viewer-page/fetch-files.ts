import { ModelDownloadError } from '#model-files/errors.ts'
import { downloadModel } from '#viewer/loading/download.ts'
import { t } from '#languages/viewer.ts'
import { getUrlFileName } from './asked-files.ts'

type FetchOptions = {
  signal: AbortSignal
  onProgress: (fraction: number) => void
}

/**
 * Loads files from other sites, one by one.
 * @throws {ModelDownloadError} with a sentence that explains what to do.
 * @throws the abort reason of `signal`.
 */
export async function fetchFiles(
  urls: readonly URL[],
  { signal, onProgress }: FetchOptions,
): Promise<File[]> {
  const files: File[] = []
  for (const url of urls) {
    const bytes = await fetchFile(url, signal, (fraction) =>
      onProgress((files.length + fraction) / urls.length),
    )
    files.push(new File([bytes], getUrlFileName(url)))
  }
  return files
}

async function fetchFile(url: URL, signal: AbortSignal, onProgress: (fraction: number) => void) {
  let isForbidden = false
  const note = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    isForbidden ||= blockedURI.startsWith(url.origin)
  }
  document.addEventListener('securitypolicyviolation', note)
  const download = downloadModel(url.href, { isAnyKind: true })
  signal.addEventListener('abort', download.cancel)
  download.watch(onProgress)
  try {
    return await download.bytes
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ModelDownloadError) || !(error.cause instanceof TypeError)) throw error
    // Browsers report a violation of the content security policy one task after the failed request.
    await new Promise((resolve) => setTimeout(resolve))
    throw new ModelDownloadError(
      isForbidden
        ? t(
            'This server does not open files from {host}. Its owner can allow it with BOZZETTO_VIEW_ORIGINS={origin}.',
            { host: url.host, origin: url.origin },
          )
        : t('{host} cannot be reached, or does not let other sites load its files (CORS).', {
            host: url.host,
          }),
      { cause: error },
    )
  } finally {
    signal.removeEventListener('abort', download.cancel)
    document.removeEventListener('securitypolicyviolation', note)
  }
}
