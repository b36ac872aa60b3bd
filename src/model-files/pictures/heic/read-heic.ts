import { askWorker } from '#model-files/worker/ask-worker.ts'
import { remakePicture, type PictureBounds } from '../remake-picture.ts'
import type { HeicPixels } from './decode-heic.ts'

/**
 * Time limit of decoding in milliseconds. A photo of 48 megapixels takes a few seconds on a slow
 * phone.
 */
const decodeTimeoutMs = 60_000

/** Returns whether a file is HEIC, by the first box of the container. */
export function isHeic(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 64))
  if (text.slice(4, 8) !== 'ftyp') return false
  const brands = text.slice(8)
  return !/avi[fs]/.test(brands) && /^(hei[cxms]|hev[cxms]|mif1|msf1)/.test(brands)
}

/**
 * Converts a HEIC picture to JPEG, or to PNG if the picture is transparent. Returns `undefined` if
 * the picture is damaged or the decoder cannot be loaded.
 */
export async function readHeic(file: Blob, bounds: PictureBounds): Promise<Blob | undefined> {
  try {
    return await remakePicture(file, bounds)
  } catch {
    // Most browsers cannot decode HEIC, so an error is expected here.
  }
  try {
    return await remakePicture(await toPng(await decode(file)), bounds)
  } catch {
    return undefined
  }
}

async function decode(file: Blob): Promise<HeicPixels> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
  const bytes = await file.arrayBuffer()
  return askWorker<HeicPixels>(worker, bytes, {
    timeoutMs: decodeTimeoutMs,
    transfer: [bytes],
  })
}

async function toPng({ data, widthPx, heightPx }: HeicPixels): Promise<Blob> {
  const canvas = new OffscreenCanvas(widthPx, heightPx)
  canvas.getContext('2d')?.putImageData(new ImageData(data, widthPx, heightPx), 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}
