import { clamp } from '#lib/clamp.ts'
import { lightness } from '../raster/colour-space.ts'
import { createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { averageDown } from '../raster/resample.ts'
import { stretch } from '../raster/sample.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { SurfacePixels } from './surface-pixels.ts'

const longSideMax = 256
/**
 * Range over which each condition for metal changes from not met (first number) to met (second
 * number).
 */

const highlightFractions = [0.015, 0.04] as const
const darkFractions = [0.04, 0.12] as const
const betweenFractions = [0.3, 0.45] as const
/** Lightness (L*) of a highlight. A lamp's reflection is near white (100). */
const brightLevels = [88, 94] as const
/** Lightness of a dark reflection. An unlit corner of a room is far below middle grey (50). */
const darkLevels = [45, 30] as const
const betweenLevels = { from: [28, 36], to: [86, 80] } as const
const tonedFractions = [0.75, 0.9] as const
/** Saturation of grey metal, which the light of the room tints slightly. */
const greySaturations = [0.4, 0.25] as const
const darkest = 0.02
/**
 * Ranges of linear green and blue, divided by red. Gold has 0.78 and 0.34, brass 0.85 and 0.46,
 * copper 0.67 and 0.56 (Akenine-Möller and others, Real-Time Rendering, 4th edition, table 9.2).
 */
const goldGreen = { from: [0.45, 0.55], to: [0.95, 0.85] } as const
const goldBlue = { from: [0.02, 0.06], to: [0.6, 0.5] } as const
/**
 * Blur (sigma) that defines the surroundings: a fraction of the object's radius, at least `least`
 * pixels of the reduced copy in which metal is searched.
 */
const surroundings = { least: 3, ofRadius: 0.8 } as const

/**
 * Returns the probability that each pixel shows metal, or `undefined` if there is no metal. Metal
 * is neutral grey or gold and has near-white highlights next to far darker tones.
 * @param pixels of the front's or back's part of the texture, with the picture's own light.
 */
export function findMetal({
  linear,
  weight,
  radius,
}: Pick<SurfacePixels, 'linear' | 'weight' | 'radius'>): Plane | undefined {
  const { width, height } = weight
  const scale = Math.min(1, longSideMax / Math.max(width, height))
  const [smallWidth, smallHeight] = [width, height].map((side) =>
    Math.max(2, Math.round(side * scale)),
  )
  const shrink = (plane: Plane) =>
    scale === 1 ? plane : averageDown(plane, smallWidth, smallHeight)
  const inside = shrink(weight)
  const tones = sortTones(mapThree(linear, shrink))
  const sigma = Math.max(surroundings.least, radius * scale * surroundings.ofRadius)
  const near = (plane: Plane) => weightedBlur(plane, inside, sigma)
  const metal = getMirrors(tones.toned, {
    bright: near(tones.bright),
    dark: near(tones.dark),
    between: near(tones.between),
    toned: near(tones.toned),
  })
  for (const value of metal.data) if (value > 0) return stretch(metal, width, height)
  return undefined
}

type Tones = Readonly<Record<'bright' | 'dark' | 'between' | 'toned', Plane>>

function sortTones(linear: ThreePlanes): Tones {
  const [{ data: red, width, height }, { data: green }, { data: blue }] = linear
  const bright = createPlane(width, height)
  const dark = createPlane(width, height)
  const between = createPlane(width, height)
  const toned = createPlane(width, height)
  for (let i = 0; i < bright.data.length; i++) {
    const level = lightness(red[i], green[i], blue[i])
    bright.data[i] = smoothstep(brightLevels[0], brightLevels[1], level)
    dark.data[i] = smoothstep(darkLevels[0], darkLevels[1], level)
    between.data[i] =
      smoothstep(betweenLevels.from[0], betweenLevels.from[1], level) *
      smoothstep(betweenLevels.to[0], betweenLevels.to[1], level)
    // White highlights and black reflections occur on any metal, so they count as a metal's colour.
    toned.data[i] = Math.max(
      neutrality(red[i], green[i], blue[i]),
      goldness(red[i], green[i], blue[i]),
    )
  }
  return { bright, dark, between, toned }
}

function getMirrors(toned: Plane, fractions: Tones): Plane {
  const metal = createPlane(toned.width, toned.height)
  for (let i = 0; i < metal.data.length; i++) {
    const mirrors =
      smoothstep(highlightFractions[0], highlightFractions[1], fractions.bright.data[i]) *
      smoothstep(darkFractions[0], darkFractions[1], fractions.dark.data[i]) *
      // Print on paper and black-and-white fur have few pixels of medium lightness.
      smoothstep(betweenFractions[0], betweenFractions[1], fractions.between.data[i])
    const sure = smoothstep(tonedFractions[0], tonedFractions[1], fractions.toned.data[i])
    metal.data[i] = clamp(mirrors * toned.data[i] * sure, 0, 1)
  }
  return metal
}

function neutrality(r: number, g: number, b: number): number {
  const most = Math.max(r, g, b)
  return smoothstep(
    greySaturations[0],
    greySaturations[1],
    (most - Math.min(r, g, b)) / Math.max(darkest, most),
  )
}

function goldness(r: number, g: number, b: number): number {
  if (r < darkest) return 0
  return (
    smoothstep(goldGreen.from[0], goldGreen.from[1], g / r) *
    smoothstep(goldGreen.to[0], goldGreen.to[1], g / r) *
    smoothstep(goldBlue.to[0], goldBlue.to[1], b / r) *
    smoothstep(goldBlue.from[0], goldBlue.from[1], b / r)
  )
}
