import { startDownload, type Download } from './download.ts'
import { readyPictures } from '../textures/ready-pictures.ts'

const waitingMax = 2
const waitingMs = 60_000

const waiting = new Map<string, { download: Download; timer: ReturnType<typeof setTimeout> }>()

/**
 * Starts to fetch a model before the code that can show it has arrived, and then to unpack its
 * pictures and to read it.
 *
 * The bytes wait for the viewer for up to a minute and are handed over once. At
 * most two models wait; an older one is cancelled.
 */
export function preloadModel(url: string): void {
  if (waiting.has(url)) return
  for (const oldest of waiting.keys()) {
    if (waiting.size < waitingMax) break
    drop(oldest)
  }
  const download = startDownload(url)
  waiting.set(url, { download, timer: setTimeout(() => drop(url), waitingMs) })
  download.bytes.then(readOn).catch(() => undefined)
  // The viewer then asks again by itself, rather than show a failure of long ago.
  download.bytes.catch(() => {
    if (waiting.get(url)?.download === download) drop(url)
  })
}

async function readOn(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  readyPictures(bytes)
  const { readAhead } = await import('./read-ahead.ts')
  readAhead(bytes)
}

/** The model's download: the one that `preloadModel` began, or a new one. The caller owns it. */
export function takeDownload(url: string): Download {
  const early = waiting.get(url)
  if (!early) return startDownload(url)
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
