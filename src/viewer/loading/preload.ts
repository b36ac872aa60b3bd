import { downloadModel, type BytesDownload } from './download.ts'
import { readyPictures } from '../textures/ready-pictures.ts'
import { readAhead } from './read-ahead.ts'

const waitingMax = 2
const waitingMs = 60_000

const waiting = new Map<string, { download: BytesDownload; timer: ReturnType<typeof setTimeout> }>()

/**
 * Starts to download a model before the viewer's code is loaded. At most two downloads are kept for
 * a minute.
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
  // Removes a failed download, so that the viewer tries again.
  download.bytes.catch(() => {
    if (waiting.get(url)?.download === download) drop(url)
  })
}

function readOn(bytes: Uint8Array<ArrayBuffer>): void {
  readyPictures(bytes)
  readAhead(bytes)
}

/** Returns the preloaded download of a model, or starts a new download. */
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
