import type { PreviewModel } from '../preview/preview.ts'
import type { LoadWatcher } from './model-cache.ts'
import type { ParsedModel } from './parse-glb.ts'
import { takeDownload } from './preload.ts'
import { checkedGlb, markParserLoaded, getPlainModel } from './read-ahead.ts'

const loadParser = () => import('./parse-glb.ts')

/** Maximum wait for the first picture in milliseconds, because hidden pages draw no picture. */
const earlyMsMax = 5_000

/**
 * Downloads and parses a GLB file. `#scene=1&variant=0` in the address selects a part of the file.
 * Lengths are in metres, y up.
 * @param signal stops the download, but not the parsing.
 * @throws {BrokenModelError} if the file is not a GLB that can be shown.
 * @throws {ModelDownloadError} if the download fails.
 * @throws {DOMException} named `AbortError` if `signal` fires during the download.
 */
export async function loadGlb(
  url: string,
  signal: AbortSignal,
  { onProgress, onEarly }: LoadWatcher<PreviewModel> = {},
): Promise<ParsedModel> {
  const download = takeDownload(url)
  if (onProgress) download.watch(onProgress)
  signal.addEventListener('abort', download.cancel, { once: true })
  if (signal.aborted) download.cancel()
  // Without an early picture, the parser's code loads in parallel with the file.
  if (!onEarly) loadParser().catch(() => {})
  const bytes = await download.bytes
  signal.removeEventListener('abort', download.cancel)

  const header = checkedGlb(bytes)
  if (onEarly) {
    const plain = url.includes('#') ? undefined : await getPlainModel(bytes)
    const tooLong = new Promise<void>((resolve) => setTimeout(resolve, earlyMsMax))
    await Promise.race([onEarly(plain), tooLong])
  }
  const { parseGlb } = await loadParser()
  markParserLoaded()
  return parseGlb(bytes, header, url)
}
