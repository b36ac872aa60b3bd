import { findComponents } from '../../raster/components.ts'
import type { GreyImage } from '../grey-image.ts'
import type { Point } from './find-edges.ts'

/**
 * Smallest side of a marker's bounding box, in px, at which the marker's cells are distinguishable.
 */
const sideMin = 9
/** Maximum number of dark areas to examine. A noisy photo could otherwise take minutes. */
const areasMax = 6_000

/**
 * Finds dark areas with four straight sides.
 * @returns corners in px, clockwise as seen in the photo.
 */
export function findQuads(image: GreyImage): Point[][] {
  const { width, height } = image
  const { labels, areas } = findComponents(markDark(image), image)
  const boxes = measureRows(labels, areas.length, { width, height })
  const sideMax = Math.max(width, height) / 3
  const quads: Point[][] = []
  const likely = areas
    .map((area, label) => ({ area, label }))
    .filter(({ area, label }) => {
      const { left, right, top, bottom } = boxes[label]
      const [across, down] = [right - left + 1, bottom - top + 1]
      if (Math.max(across, down) < sideMin || Math.min(across, down) < 4) return false
      return Math.max(across, down) < sideMax && area > across * down * 0.15
    })
    .toSorted((a, b) => b.area - a.area)
    .slice(0, areasMax)
  for (const { label } of likely) {
    const quad = fitQuad(findHull(labels, label, { ...boxes[label], width }))
    if (quad) quads.push(quad)
  }
  return quads
}

function markDark({ width, height, data }: GreyImage): Uint8Array {
  const radius = Math.max(8, Math.round(Math.max(width, height) / 50))
  const marked = new Uint8Array(width * height)
  const columns = new Float64Array(width)
  const sums = new Float64Array(width + 1)
  let rows = 0
  const addRow = (row: number, sign: number) => {
    if (row < 0 || row >= height) return
    rows += sign
    for (let x = 0, i = row * width; x < width; x++, i++) columns[x] += sign * data[i]
  }
  for (let row = 0; row < radius; row++) addRow(row, 1)
  for (let y = 0; y < height; y++) {
    addRow(y + radius, 1)
    addRow(y - radius - 1, -1)
    for (let x = 0; x < width; x++) sums[x + 1] = sums[x] + columns[x]
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const from = Math.max(0, x - radius)
      const to = Math.min(width, x + radius + 1)
      const mean = (sums[to] - sums[from]) / ((to - from) * rows)
      if (data[i] < mean * 0.96 - 3) marked[i] = 1
    }
  }
  return marked
}

type Box = { left: number; right: number; top: number; bottom: number }
type Size = { readonly width: number; readonly height: number }

function measureRows(labels: Int32Array, count: number, { width, height }: Size): Box[] {
  const boxes = Array.from({ length: count }, () => ({
    left: width,
    right: -1,
    top: height,
    bottom: -1,
  }))
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (labels[i] < 0) continue
      const box = boxes[labels[i]]
      if (x < box.left) box.left = x
      if (x > box.right) box.right = x
      if (y < box.top) box.top = y
      box.bottom = y
    }
  }
  return boxes
}

type Area = Box & { readonly width: number }

function findHull(labels: Int32Array, label: number, area: Area): Point[] {
  const lefts: Point[] = []
  const rights: Point[] = []
  for (let y = area.top; y <= area.bottom; y++) {
    const row = y * area.width
    let [from, to] = [area.left, area.right]
    while (from <= area.right && labels[row + from] !== label) from++
    while (to >= area.left && labels[row + to] !== label) to--
    if (from > to) continue
    for (const edge of [y, y + 1]) {
      lefts.push([from, edge])
      rights.push([to + 1, edge])
    }
  }
  return [...toChain(lefts.toReversed()), ...toChain(rights)]
}

function toChain(points: readonly Point[]): Point[] {
  const chain: Point[] = []
  for (const point of points) {
    while (chain.length >= 2 && getTurn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop()
    chain.push(point)
  }
  return chain
}

/**
 * Returns twice the signed area of a triangle. Positive if the corners are clockwise as seen in the
 * photo.
 */
const getTurn = (a: Point, b: Point, c: Point) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

function fitQuad(hull: readonly Point[]): Point[] | undefined {
  const points = [...hull]
  const full = getArea(points)
  while (points.length > 4) {
    let least = 0
    let leastArea = Infinity
    for (let k = 0; k < points.length; k++) {
      const before = points[(k + points.length - 1) % points.length]
      const area = Math.abs(getTurn(before, points[k], points[(k + 1) % points.length]))
      if (area < leastArea) [least, leastArea] = [k, area]
    }
    points.splice(least, 1)
  }
  if (points.length < 4 || getArea(points) < full * 0.82) return undefined
  const sides = points.map(([x, y], k) => {
    const [toX, toY] = points[(k + 1) & 3]
    return Math.hypot(toX - x, toY - y)
  })
  return Math.min(...sides) < 4 || Math.max(...sides) < sideMin ? undefined : points
}

function getArea(points: readonly Point[]): number {
  let twice = 0
  for (let k = 0; k < points.length; k++) {
    const [x, y] = points[k]
    const [toX, toY] = points[(k + 1) % points.length]
    twice += x * toY - toX * y
  }
  return Math.abs(twice) / 2
}
