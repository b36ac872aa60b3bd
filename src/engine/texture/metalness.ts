import { clamp } from '#lib/clamp.ts'
import { lightness } from '../raster/colour-space.ts'
import { createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { averageDown } from '../raster/resample.ts'
import { stretch } from '../raster/sample.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { weightedBlur } from '../raster/weighted-blur.ts'
import type { SurfacePixels } from './surface-pixels.ts'

/** Metal is judged by its surroundings, for which a small copy is enough. */
const longSideMax = 256
/** Least and surest share of an area's pixels that are highlights, far below them, and between. */
const highlightShares = [0.015, 0.04] as const
const darkShares = [0.04, 0.12] as const
const betweenShares = [0.3, 0.45] as const

/**
 * How far each pixel is metal, 0 to 1; `undefined` where nothing is. It is called metal only where the picture leaves little else: a
 * neutral grey or a gold whose surroundings hold both near-white highlights and tones far darker, as
 * metal mirrors its room. All else, white things and drawings too, is 0.
 *
 * @param pixels of one chart, with the picture's own light.
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
  const sigma = Math.max(3, radius * scale * 0.8)
  const near = (plane: Plane) => weightedBlur(plane, inside, sigma)
  const metal = mirrorsOf(tones.toned, {
    bright: near(tones.bright),
    dark: near(tones.dark),
    between: near(tones.between),
    toned: near(tones.toned),
  })
  for (const value of metal.data) if (value > 0) return stretch(metal, width, height)
  return undefined
}

/** How far each pixel is a highlight, dark, between these, and in a metal's colour, 0 to 1. */
type Tones = Readonly<Record<'bright' | 'dark' | 'between' | 'toned', Plane>>

function sortTones(linear: ThreePlanes): Tones {
  const [{ data: red, width, height }, { data: green }, { data: blue }] = linear
  const bright = createPlane(width, height)
  const dark = createPlane(width, height)
  const between = createPlane(width, height)
  const toned = createPlane(width, height)
  for (let i = 0; i < bright.data.length; i++) {
    const level = lightness(red[i], green[i], blue[i])
    bright.data[i] = smoothstep(88, 94, level)
    dark.data[i] = smoothstep(45, 30, level)
    between.data[i] = smoothstep(28, 36, level) * smoothstep(86, 80, level)
    // A highlight is white on any metal, and black is neutral: neither says what metal it is.
    toned.data[i] = Math.max(
      neutrality(red[i], green[i], blue[i]),
      goldness(red[i], green[i], blue[i]),
    )
  }
  return { bright, dark, between, toned }
}

/** @param shares the tones of each pixel's surroundings. */
function mirrorsOf(toned: Plane, shares: Tones): Plane {
  const metal = createPlane(toned.width, toned.height)
  for (let i = 0; i < metal.data.length; i++) {
    const mirrors =
      smoothstep(highlightShares[0], highlightShares[1], shares.bright.data[i]) *
      smoothstep(darkShares[0], darkShares[1], shares.dark.data[i]) *
      // Print on paper and black-and-white fur know little between.
      smoothstep(betweenShares[0], betweenShares[1], shares.between.data[i])
    const sure = smoothstep(0.75, 0.9, shares.toned.data[i])
    metal.data[i] = clamp(mirrors * toned.data[i] * sure, 0, 1)
  }
  return metal
}

/** Grey, at any level. */
function neutrality(r: number, g: number, b: number): number {
  const most = Math.max(r, g, b)
  return smoothstep(0.4, 0.25, (most - Math.min(r, g, b)) / Math.max(0.02, most))
}

/** The yellow of gold and brass: red a little over green, blue well below. */
function goldness(r: number, g: number, b: number): number {
  if (r < 0.02) return 0
  return (
    smoothstep(0.45, 0.55, g / r) *
    smoothstep(0.95, 0.85, g / r) *
    smoothstep(0.6, 0.5, b / r) *
    smoothstep(0.02, 0.06, b / r)
  )
}
