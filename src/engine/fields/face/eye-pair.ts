import { findComponents, listPixels } from '../../raster/components.ts'
import type { ThreePlanes } from '../../raster/plane.ts'
import { weightedBlur } from '../../raster/weighted-blur.ts'
import { aroundSize, type Face } from './eyes.ts'
import type { GeometryGrid } from '../geometry-grid.ts'
import type { GridBounds } from '../statistics.ts'

/*
 * The thresholds were tuned by hand on 363 pictures of the benchmark. On 816 other pictures without
 * a face there were five false positives.
 */

/**
 * Limits for one eye: `sizes` as fractions of the object's width, minimum fill of the bounding box
 * (`boxMin`), maximum lightness L* (`lightnessMax`), and minimum difference from the surroundings
 * (`darkerMin`).
 */
const eye = {
  nodesMin: 4,
  sizes: [0.007, 0.16],
  boxMin: 0.55,
  aspectMax: 2.6,
  darkerMin: 16,
  lightnessMax: 45,
} as const
/** Dark spots closer to the outline than this, in nodes, are not eyes. */
const edgeMin = 2
const upper = 0.62
/**
 * Limits for two eyes: distance in eye sizes, slope of the line between the eyes, ratio of their
 * sizes, and colour difference (ΔE).
 */
const pair = { apart: [1.3, 9], slopeMax: 0.35, sizeRatioMax: 1.5, colourMax: 14 } as const

type Spot = {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: readonly [number, number, number]
}

/**
 * Returns whether a face is visible: two dark spots at the same height and no third similar spot,
 * unlike windows and buttons.
 */
export function hasEyePair(grid: GeometryGrid, face: Face): boolean {
  const spots = findSpots(grid, face)
  return spots.some((one, k) =>
    spots.slice(k + 1).some((other) => {
      if (!isPair(one, other)) return false
      const alike = spots.filter((spot) => isAlike(spot, one) || isAlike(spot, other))
      return alike.length === 2
    }),
  )
}

function isPair(one: Spot, other: Spot): boolean {
  const across = Math.abs(one.x - other.x)
  return (
    isAlike(one, other) &&
    across > pair.apart[0] * Math.max(one.size, other.size) &&
    across < pair.apart[1] * Math.min(one.size, other.size) &&
    Math.abs(one.y - other.y) < pair.slopeMax * across
  )
}

const isAlike = (one: Spot, other: Spot): boolean =>
  Math.max(one.size, other.size) < pair.sizeRatioMax * Math.min(one.size, other.size) &&
  Math.hypot(...one.colour.map((value, c) => value - other.colour[c])) < pair.colourMax

function findSpots({ width, height, inside, phi }: GeometryGrid, face: Face): Spot[] {
  const { weight, lab, bounds } = face
  const around = weightedBlur(lab[0], weight, aroundSize * bounds.width).data
  const isDark = new Uint8Array(width * height)
  for (let i = 0; i < isDark.length; i++) {
    isDark[i] = inside[i] && around[i] - lab[0].data[i] > eye.darkerMin ? 1 : 0
  }
  return listPixels(findComponents(isDark, { width, height }))
    .filter(({ length }) => length >= eye.nodesMin && isSize(Math.sqrt(length) / bounds.width))
    .filter((nodes) => nodes.every((i) => phi.data[i] >= edgeMin))
    .flatMap((nodes) => getSpot(nodes, { width, lab, bounds }) ?? [])
}

const isSize = (fraction: number) => fraction > eye.sizes[0] && fraction < eye.sizes[1]

type Seen = { readonly width: number; readonly lab: ThreePlanes; readonly bounds: GridBounds }

function getSpot(nodes: readonly number[], { width, lab, bounds }: Seen): Spot | undefined {
  const columns = nodes.map((i) => i % width)
  const rows = nodes.map((i) => Math.floor(i / width))
  const [across, along] = [columns, rows].map((at) => Math.max(...at) - Math.min(...at) + 1)
  const size = Math.sqrt(nodes.length)
  const [x, y] = [computeMean(columns), computeMean(rows)]
  const [l, a, b] = lab.map(({ data }) => computeMean(nodes.map((i) => data[i])))
  const isEye =
    nodes.length > eye.boxMin * across * along &&
    Math.max(across, along) < eye.aspectMax * Math.min(across, along) &&
    l < eye.lightnessMax &&
    y < bounds.top + upper * bounds.height
  return isEye ? { x, y, size, colour: [l, a, b] } : undefined
}

const computeMean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
