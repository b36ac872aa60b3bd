import { clamp } from '#lib/clamp.ts'
import type { ShapeFields } from '../fields/build-fields.ts'
import { blurInPlace } from '../raster/blur.ts'
import { createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { stretch } from '../raster/sample.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { Atlas } from './atlas.ts'

/** Fraction of the ambient light that a full hollow loses. A larger loss would look like dirt. */
const occlusionStrength = 0.55
/**
 * Roughness of a painted surface: usual value, reduction in highlights, increase by fine structure,
 * and minimum.
 */
const plainRoughness = { usual: 0.62, highlight: 0.18, bump: 0.12, min: 0.3 } as const
const scales = {
  near: { radii: 0.06, cellsMin: 2, weight: 2.2 },
  far: { radii: 0.18, cellsMin: 4, weight: 0.8 },
} as const
/** Depth of a fully occluded hollow, in radii of the thickest part. */
const fullHollow = 0.16
/** Range of distances from the rim over which hollows fade in, in radii of the thickest part. */
const hollowRise = [0.05, 0.3] as const
/**
 * Range of a pixel's smallest linear colour channel over which the pixel changes from no highlight
 * to a highlight.
 */
const highlightLevels = [0.55, 0.95] as const
const metalGloss = 0.24

type SurfaceMap = {
  readonly fields: ShapeFields
  readonly atlas: Atlas
  readonly relief: readonly (Plane | undefined)[]
  readonly metal: readonly (Plane | undefined)[]
  /** True if the back has the same shape as the front, and so the same hollows. */
  readonly isBackAlike: boolean
}

/**
 * Writes a texture with occlusion (red), roughness (green) and metalness (blue).
 * @param charts linear colours and fine structure (`relief`) of the front and the back.
 */
export function paintOcclusionRoughness(
  charts: readonly ThreePlanes[],
  { fields, atlas, relief, metal, isBackAlike }: SurfaceMap,
): void {
  const { width, height } = charts[0][0]
  const hollows = stretch(findHollows(fields), width, height).data
  for (const chart of [0, 1] as const) {
    const red = charts[chart][0].data
    const green = charts[chart][1].data
    const blue = charts[chart][2].data
    const isOpen = chart === 1 && !isBackAlike
    const bumps = relief[chart]?.data
    const metalness = metal[chart]?.data
    const origin = atlas.origins[chart]
    for (let y = 0; y < height; y++) {
      let k = ((y + origin.y) * atlas.width + origin.x) * 3
      for (let i = y * width; i < (y + 1) * width; i++, k += 3) {
        const least = Math.min(red[i], green[i], blue[i])
        const isBright = least > highlightLevels[0]
        const gloss = isBright
          ? plainRoughness.highlight * highlight(red[i], green[i], blue[i], least)
          : 0
        const bump = bumps ? plainRoughness.bump * Math.abs(bumps[i]) : 0
        const fraction = metalness ? metalness[i] : 0
        const roughness = Math.max(
          plainRoughness.min,
          plainRoughness.usual - gloss - metalGloss * fraction + bump,
        )
        atlas.pixels[k] = isOpen ? 255 : 255.5 - 255 * occlusionStrength * hollows[i]
        atlas.pixels[k + 1] = roughness * 255 + 0.5
        atlas.pixels[k + 2] = fraction * 255 + 0.5
      }
    }
  }
}

// oxlint-disable-next-line max-params -- for each pixel
function highlight(red: number, green: number, blue: number, least: number): number {
  const greyness = least / Math.max(red, green, blue)
  return smoothstep(highlightLevels[0], highlightLevels[1], least) * greyness
}

function findHollows({ grid, heights }: ShapeFields): Plane {
  const { width, height, inside, phi, radius } = grid
  const weight = createPlane(width, height)
  weight.data.set(inside)
  const near = weightedBlur(
    heights.front,
    weight,
    Math.max(scales.near.cellsMin, radius * scales.near.radii),
  )
  const far = weightedBlur(
    heights.front,
    weight,
    Math.max(scales.far.cellsMin, radius * scales.far.radii),
  )
  const hollows = createPlane(width, height)
  for (let i = 0; i < inside.length; i++) {
    if (!inside[i]) continue
    const level = heights.front.data[i]
    const below =
      (near.data[i] - level) * scales.near.weight + (far.data[i] - level) * scales.far.weight
    const inward = smoothstep(hollowRise[0] * radius, hollowRise[1] * radius, phi.data[i])
    hollows.data[i] = clamp(below / (radius * fullHollow), 0, 1) * inward
  }
  blurInPlace(hollows, 1)
  return hollows
}
