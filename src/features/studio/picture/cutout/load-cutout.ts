import { isAbort } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { findCutout } from '#api/pictures.ts'
import type { CutoutMask } from '#contract/files.ts'

import { t } from '#languages/studio.ts'
import { getCanvasContext, createCutoutCanvas, type CutoutCanvas } from './cutout-canvas.ts'

/**
 * Maximum side of the working picture in pixels. Models use no more pixels, and the brush stays
 * fast.
 */
export const workingSidePxMax = 2048

export type LoadedCutout = {
  cutout: CutoutCanvas
  /**
   * The mask that the server detected. Undefined if detection failed and the mask covers the whole
   * picture.
   */
  found: CutoutMask | undefined
  problem: string | undefined
}

/**
 * Loads a stored picture and the mask that the server detects.
 * @throws {Error} with a sentence if the picture cannot be loaded, or an `AbortError` when `signal`
 * aborts.
 */
export async function loadCutout(
  picture: { id: string; url: string },
  signal: AbortSignal,
): Promise<LoadedCutout> {
  const [bitmap, mask] = await Promise.all([
    readPicture(picture.url, signal),
    readMask(picture.id, signal),
  ])
  const scale = Math.min(1, workingSidePxMax / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const pixels = readPixels(bitmap, width, height)
  const coverage = new Uint8Array(width * height).fill(255)
  if ('bitmap' in mask) {
    const { data } = readPixels(mask.bitmap, width, height)
    for (let i = 0; i < coverage.length; i++) coverage[i] = data[i * 4] ?? 0
  }
  return {
    cutout: createCutoutCanvas(pixels, coverage),
    found: 'bitmap' in mask ? mask.found : undefined,
    problem: 'problem' in mask ? mask.problem : undefined,
  }
}

async function readPicture(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
  })
  if (!response.ok) throw new Error(t('This picture is no longer stored. Choose it again.'))
  return createImageBitmap(await response.blob())
}

type FoundMask = { bitmap: ImageBitmap; found: CutoutMask } | { problem: string }

async function readMask(id: string, signal: AbortSignal): Promise<FoundMask> {
  try {
    const found = await findCutout(id, signal)
    return { found, bitmap: await readPicture(found.maskUrl, signal) }
  } catch (error) {
    if (isAbort(error)) throw error
    return { problem: explainError(error) }
  }
}

function readPixels(bitmap: ImageBitmap, width: number, height: number): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = getCanvasContext(canvas)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}
