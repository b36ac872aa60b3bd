import type { PlainModel } from '../preview/plain-model.ts'
import type { LoadWatcher } from './model-cache.ts'
import type { ParsedModel } from './parse-glb.ts'
import { takeDownload } from './preload.ts'
import { checkedGlb, markParserLoaded, getPlainModel } from './read-ahead.ts'

/**
 * Imports the parser and three.js, more than half of the viewer's code, when the first model is
 * loaded.
 */
const loadParser = () => import('./parse-glb.ts')

/**
 * Upper bound of the wait for the first picture; hidden pages draw none. Creating a canvas can take
 * seconds on a busy software renderer.
 */
const earlyMsMax = 5_000

/**
 * Downloads and parses a GLB file.
 * A fragment of the address selects a part of it: `#scene=1&variant=0`.
 * Lengths are in metres, y up, as in glTF. Textures are decoded before the promise resolves, so the
 * first frame is complete. The file's bytes are not kept.
 * @param signal stops the download; a started parse is completed.
 * @throws {BrokenModelError} if the file is not a GLB that can be shown.
 * @throws {ModelDownloadError} if the download fails.
 * @throws {DOMException} named `AbortError` if `signal` fires during the download.
 */
export async function loadGlb(
  url: string,
  signal: AbortSignal,
  { onProgress, onEarly }: LoadWatcher<PlainModel> = {},
): Promise<ParsedModel> {
  const download = takeDownload(url)
  if (onProgress) download.watch(onProgress)
  signal.addEventListener('abort', download.cancel, { once: true })
  if (signal.aborted) download.cancel()
  // If no early picture is wanted, the parser loads in parallel with the file.
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
