import type { TextMask } from '../steps.ts'

type Point = [x: number, y: number]

/** Coverage of a pixel, 0 to 255, at which the outline runs. */
const threshold = 127.5

/**
 * Returns the outlines of a mask in pixels, y up, by marching squares. The inside is on the left,
 * so that holes run clockwise.
 */
export function traceMask({ width, height, coverage }: TextMask): Point[][] {
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (coverage[y * width + x] ?? 0)
  const next = new Map<string, { to: string; point: Point }>()
  for (let y = -1; y < height; y++) {
    for (let x = -1; x < width; x++) {
      // Four pixels clockwise from the upper left, as y points down in the mask.
      const values = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]
      const isIn = values.map((value) => value > threshold)
      for (const [to, from] of listSegments(isIn, values)) {
        next.set(nameEdge(x, y, from), {
          to: nameEdge(x, y, to),
          point: placeOnEdge({ x, y, values }, from),
        })
      }
    }
  }
  return joinLoops(next).map((loop) => loop.map(([x, y]) => [x, height - y]))
}

/** Returns the lines through a cell between its edges: 0 above, 1 right, 2 below, 3 left. */
function listSegments(isIn: readonly boolean[], values: readonly number[]): [number, number][] {
  const enters: number[] = []
  const leaves: number[] = []
  for (let edge = 0; edge < 4; edge++) {
    const [first, second] = [isIn[edge], isIn[(edge + 1) % 4]]
    if (first && !second) enters.push(edge)
    if (!first && second) leaves.push(edge)
  }
  const [enter = 0, otherEnter = 0] = enters
  const [leave = 0, otherLeave = 0] = leaves
  if (enters.length === 0) return []
  if (enters.length === 1) return [[enter, leave]]
  // Opposite corners are inside. The mean coverage decides whether the two corners are connected.
  const isConnected = values.reduce((sum, value) => sum + value, 0) / 4 > threshold
  const pairs: [number, number][] = [
    [enter, leave],
    [otherEnter, otherLeave],
  ]
  const isSplit = pairs.every(([from, to]) => (from + 3) % 4 === to)
  return isSplit === isConnected
    ? [
        [enter, otherLeave],
        [otherEnter, leave],
      ]
    : pairs
}

function nameEdge(x: number, y: number, edge: number): string {
  switch (edge) {
    case 0:
      return `${x} ${y} h`
    case 1:
      return `${x + 1} ${y} v`
    case 2:
      return `${x} ${y + 1} h`
    default:
      return `${x} ${y} v`
  }
}

type Cell = { x: number; y: number; values: readonly number[] }

const cut = (from: number, to: number): number => (threshold - from) / (to - from)

function placeOnEdge({ x, y, values }: Cell, edge: number): Point {
  const [a = 0, b = 0, c = 0, d = 0] = values
  switch (edge) {
    case 0:
      return [x + cut(a, b), y]
    case 1:
      return [x + 1, y + cut(b, c)]
    case 2:
      return [x + cut(d, c), y + 1]
    default:
      return [x, y + cut(a, d)]
  }
}

function joinLoops(next: Map<string, { to: string; point: Point }>): Point[][] {
  const loops: Point[][] = []
  for (const first of next.keys()) {
    const loop: Point[] = []
    for (let name = first; ;) {
      const step = next.get(name)
      if (!step) break
      next.delete(name)
      loop.push(step.point)
      name = step.to
    }
    if (loop.length > 2) loops.push(loop)
  }
  return loops
}
