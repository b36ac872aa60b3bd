import { sampleBilinear } from '../../raster/sample.ts'
import type { GeometryGrid } from '../geometry-grid.ts'

/** A point of the outline where the border between two parts ends. */
export type Corner = {
  readonly x: number
  readonly y: number
  readonly a: number
  readonly b: number
}

const samples = 96
const radians = Math.PI / 180
/**
 * If both parts together cover less than this angle, the outline has no notch there, and the border
 * is paint.
 */
const bayMin = 205 * radians
/** Largest bend of the front part's outline. */
const bendMax = 30 * radians
/** The front part's outline must be straighter than the other part's by at least this angle. */
const clearlyMin = 30 * radians
const stemMax = 135 * radians
/** Radius of the inner ring: limits in nodes, and as a fraction of the object's radius. */
const innerRing = { least: 3.5, most: 5, ofRadius: 0.14 } as const
/** Size of the outer ring relative to the inner one, enough to measure a direction. */
const outerRing = 1.8

/**
 * Finds which of two parts is in front where their border meets the outline. The front part's
 * outline continues straight into the border. The other part's outline ends there, like the stem of
 * a T at its bar.
 * @returns `undefined` if undecidable, `none` if the outline passes both in a straight line.
 */
export function findFrontPart(
  grid: GeometryGrid,
  labels: Int32Array,
  corner: Corner,
): 'a' | 'b' | 'none' | undefined {
  const near = Math.min(innerRing.most, Math.max(innerRing.least, innerRing.ofRadius * grid.radius))
  const far = outerRing * near
  const inner = measureRing(grid, { labels, corner, reach: near })
  const outer = measureRing(grid, { labels, corner, reach: far })
  if (!inner || !outer || inner.first !== outer.first || inner.last !== outer.last) return undefined
  const { first, last } = inner
  const { a, b } = corner
  if (!(first === a && last === b) && !(first === b && last === a)) return undefined
  // Directions are measured between the rings, because smoothing moves the corner.
  const [start, border, end] = inner.angles.map((angle, k) => {
    const other = outer.angles[k]
    return Math.atan2(
      far * Math.sin(other) - near * Math.sin(angle),
      far * Math.cos(other) - near * Math.cos(angle),
    )
  })
  const ofFirst = between(start, border)
  const ofLast = between(border, end)
  if (ofFirst + ofLast < bayMin) return 'none'
  if (isBar(ofFirst, ofLast)) return first === a ? 'a' : 'b'
  if (isBar(ofLast, ofFirst)) return last === a ? 'a' : 'b'
  return undefined
}

function isBar(angle: number, neighbour: number): boolean {
  const bend = Math.abs(angle - Math.PI)
  return bend < bendMax && neighbour < stemMax && Math.abs(neighbour - Math.PI) - bend > clearlyMin
}

const between = (from: number, to: number) => (to - from + 4 * Math.PI) % (2 * Math.PI)

const computeAngle = (k: number) => (k / samples) * 2 * Math.PI

function labelAt(
  { phi, width, height }: GeometryGrid,
  labels: Int32Array,
  { x, y }: Pick<Corner, 'x' | 'y'>,
): number {
  if (sampleBilinear(phi, x, y) <= 0) return -1
  const [column, row] = [Math.round(x), Math.round(y)]
  const isOff = column < 0 || row < 0 || column >= width || row >= height
  return isOff ? -1 : labels[row * width + column]
}

type Ring = {
  readonly labels: Int32Array
  readonly corner: Corner
  /** Radius of the ring, in nodes. */
  readonly reach: number
}

/**
 * Returns the angles on a ring where the outline enters, the border crosses and the outline leaves.
 */
function measureRing(
  grid: GeometryGrid,
  { labels, corner: { x, y }, reach }: Ring,
): { first: number; last: number; angles: [number, number, number] } | undefined {
  const ring = Array.from({ length: samples }, (_, k) =>
    labelAt(grid, labels, {
      x: x + reach * Math.cos(computeAngle(k)),
      y: y + reach * Math.sin(computeAngle(k)),
    }),
  )
  const start = ring.findIndex((label, k) => label >= 0 && ring[(k + samples - 1) % samples] < 0)
  if (start < 0) return undefined
  const turned = ring.map((_, k) => ring[(start + k) % samples])
  const end = turned.indexOf(-1)
  if (turned.slice(end).some((label) => label >= 0)) return undefined
  // At the outline the nearest node may belong to another part, so the second node is read.
  const first = turned[Math.min(1, end - 1)]
  const last = turned[Math.max(0, end - 2)]
  const change = turned.lastIndexOf(first) + 1
  const isSimple = turned.slice(change, end - 1).every((label) => label === last)
  if (first === last || !isSimple) return undefined
  const angles = [-0.5, change - 0.5, end - 0.5].map((k) => computeAngle(start + k))
  return { first, last, angles: angles as [number, number, number] }
}
