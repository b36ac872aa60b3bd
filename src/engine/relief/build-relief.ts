import sharp from 'sharp'
import { clamp } from '#lib/clamp.ts'
import type { DecodedPicture } from '../decode.ts'
import type { Foreground } from '../mask/find-foreground.ts'
import { seedFactors, type EngineParams } from '../params.ts'
import { labFromLinear, linearPlanes } from '../raster/colour-space.ts'
import type { Plane } from '../raster/plane.ts'
import { resample } from '../raster/resample.ts'
import { carveFrame, carveHeights, type Carving } from './carve-heights.ts'
import { addFrame, type FramedPicture } from './frame-picture.ts'
import { guessDepth } from './guess-depth.ts'

export type Relief = {
  readonly framed: FramedPicture
  /** Height of each node above the slab's back, in cells. */
  readonly heights: Plane
  readonly carving: Carving
}

/** Depth of the relief as a fraction of the long side. Chosen by eye. */
const depthFraction = 0.16
/**
 * Thickness of the slab as a fraction of the long side, so that the slab can be printed and held.
 */
const slabFraction = 0.035
const salienceConfidenceMin = 0.02

/**
 * Predicts a height for every part of the picture from its position, its texture and the mask
 * network's result.
 */
export async function buildRelief(
  picture: DecodedPicture,
  foreground: Foreground,
  params: EngineParams,
): Promise<Relief> {
  const framed = await addFrame(picture, foreground)
  const { width, height } = gridSize(framed.width / framed.height, params.face_limit)
  const pixels = await sharp(framed.rgb, {
    raw: { width: framed.width, height: framed.height, channels: 3 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  const lab = labFromLinear(linearPlanes(pixels, { width, height, channels: 3 }))
  const salience = resample(framed.salience, width, height)
  if (foreground.confidence < salienceConfidenceMin) salience.data.fill(0)
  const longSide = Math.max(width, height)
  const varied = seedFactors(params.model_seed)
  const carving = {
    slab: slabFraction * longSide,
    depth: depthFraction * longSide * params.thickness * varied.thickness,
    detail: params.detail * varied.detail,
  }
  const heights = carveHeights(guessDepth(lab, salience), lab, carving)
  carveFrame(heights, (framed.frame * width) / framed.width, carving)
  return { framed, heights, carving }
}

/**
 * Number of grid nodes per allowed face. Simplification removes surplus faces where the picture is
 * flat.
 */
const nodesPerFace = 1.6
const longSideRange = [100, 480] as const

function gridSize(aspect: number, faceLimit: number): { width: number; height: number } {
  const elongation = Math.max(aspect, 1 / aspect)
  const longSide = clamp(
    Math.sqrt((faceLimit * nodesPerFace * elongation) / 2),
    longSideRange[0],
    longSideRange[1],
  )
  return {
    width: Math.max(8, Math.round(aspect >= 1 ? longSide : longSide * aspect)),
    height: Math.max(8, Math.round(aspect >= 1 ? longSide / aspect : longSide)),
  }
}
