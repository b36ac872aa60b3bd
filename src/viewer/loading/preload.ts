import { downloadModel, type BytesDownload } from './download.ts'
import { readyPictures } from '../textures/ready-pictures.ts'

const waitingMax = 2
const waitingMs = 60_000

const waiting = new Map<string, { download: BytesDownload; timer: ReturnType<typeof setTimeout> }>()

/**
 * Starts to download a model before the viewer's code has loaded, then to decode its pictures and
 * to read it.
 * The download is kept for up to a minute and passed to the first caller. At most two are kept; an
 * older one is cancelled.
 */
export function preloadModel(url: string): void {
  if (waiting.has(url)) return
  for (const oldest of waiting.keys()) {
    if (waiting.size < waitingMax) break
    drop(oldest)
  }
  const download = downloadModel(url)
  waiting.set(url, { download, timer: setTimeout(() => drop(url), waitingMs) })
  download.bytes.then(readOn).catch(() => undefined)
  // A failed preload is dropped, so that the viewer retries instead of showing an old failure.
  download.bytes.catch(() => {
    if (waiting.get(url)?.download === download) drop(url)
  })
}

async function readOn(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  readyPictures(bytes)
  const { readAhead } = await import('./read-ahead.ts')
  readAhead(bytes)
}

/** Returns the model's preloaded download, or starts a new one. The caller owns it. */
export function takeDownload(url: string): BytesDownload {
  const early = waiting.get(url)
  if (!early) return downloadModel(url)
  clearTimeout(early.timer)
  waiting.delete(url)
  return early.download
}

function drop(url: string): void {
  const early = waiting.get(url)
  if (!early) return
  clearTimeout(early.timer)
  waiting.delete(url)
  early.download.cancel()
}
