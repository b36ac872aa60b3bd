import type { PlainModel } from '../first-look/plain-model.ts'
import type { LoadWatcher } from './model-cache.ts'
import type { Model } from './parse-glb.ts'
import { takeDownload } from './preload.ts'
import { checkedGlb, noteParser, plainModelOf } from './read-ahead.ts'

/** What three.js makes of a file: more than half of the viewer's code, which comes when a model is there. */
const loadParser = () => import('./parse-glb.ts')

/**
 * For a first look to be drawn before anything else goes on; a page that nobody sees draws none. Making a canvas can take
 * seconds where the processor draws and has much to do.
 */
const earlyMsMax = 5_000

/**
 * Downloads and parses a GLB file.
 *
 * A fragment of the address can choose what is shown of it: `#scene=1&variant=0`.
 *
 * Lengths come out in metres, y up, as glTF defines them. Textures are decoded before
 * the promise resolves, so the first frame is complete. The file's bytes are not kept.
 *
 * @param signal stops the download; parsing, once begun, runs to its end.
 * @throws {BrokenModelError} if the file is not a GLB that can be shown.
 * @throws {ModelDownloadError} if it does not arrive.
 * @throws {DOMException} named `AbortError` if `signal` fires during the download.
 */
export async function loadGlb(
  url: string,
  signal: AbortSignal,
  { onProgress, onEarly }: LoadWatcher<PlainModel> = {},
): Promise<Model> {
  const download = takeDownload(url)
  if (onProgress) download.watch(onProgress)
  signal.addEventListener('abort', download.cancel, { once: true })
  if (signal.aborted) download.cancel()
  // Nobody waits for a first look: the code comes beside the file.
  if (!onEarly) loadParser().catch(() => {})
  const bytes = await download.bytes
  signal.removeEventListener('abort', download.cancel)

  const header = checkedGlb(bytes)
  if (onEarly) {
    const plain = url.includes('#') ? undefined : await plainModelOf(bytes)
    const tooLong = new Promise<void>((resolve) => setTimeout(resolve, earlyMsMax))
    await Promise.race([onEarly(plain), tooLong])
  }
  const { parseGlb } = await loadParser()
  noteParser()
  return parseGlb(bytes, header, url)
}
