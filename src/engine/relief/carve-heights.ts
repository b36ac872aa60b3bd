import { clamp } from '#lib/clamp.ts'
import { blur } from '../raster/blur.ts'
import { colourDifference } from '../raster/colour-difference.ts'
import { lengthOf } from '../raster/length.ts'
import { createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { solveGrid } from '../raster/solve-grid.ts'

/** The slab's thickness and the depth carved on top of it, in cells. */
export type Carving = { readonly slab: number; readonly depth: number; readonly detail: number }

/** Heights above the slab's back from guessed depth, regions puffed up on their own, and lightness. */
export function carveHeights(
  guess: Plane,
  lab: ThreePlanes,
  { slab, depth, detail }: Carving,
): Plane {
  const { width, height } = guess
  const puff = puffRegions(mapThree(lab, (plane) => blur(plane, 1)))
  const fine = blur(lab[0], 0.7)
  const coarse = blur(lab[0], width * 0.03)
  const raw = createPlane(width, height)
  for (let i = 0; i < raw.data.length; i++) {
    const stands = clamp((fine.data[i] - coarse.data[i]) / 25, -1, 1)
    raw.data[i] = guess.data[i] * 0.75 + 0.22 * puff.data[i] + detail * 0.07 * stands
  }
  const heights = blur(raw, 0.8)
  let low = Infinity
  let high = -Infinity
  for (const value of raw.data) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const scale = depth / Math.max(1e-6, high - low)
  for (let i = 0; i < raw.data.length; i++) {
    heights.data[i] = slab + (heights.data[i] - low) * scale
  }
  return heights
}

/**
 * Sets the frame, `frame` cells wide, at a constant height with a slightly rounded outer edge, and
 * keeps the picture beside it lower.
 */
export function carveFrame(heights: Plane, frame: number, { slab, depth }: Carving): void {
  const { width, height, data } = heights
  const level = slab + depth * 0.62
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const fromFrame = Math.min(x, y, width - 1 - x, height - 1 - y) - frame
      if (fromFrame <= -0.5) data[i] = level - (fromFrame < 1.2 - frame ? 0.0875 * frame : 0)
      else if (fromFrame < 1.5) data[i] = Math.min(data[i], level - 0.02 * depth)
    }
  }
}

/** Each region bulges between its borders: a leaky Poisson equation that hardly crosses contrast. */
function puffRegions(lab: ThreePlanes): Plane {
  const { width, height } = lab[0]
  const gridWidth = width + 2
  const size = gridWidth * (height + 2)
  const inside = new Uint8Array(size)
  const east = new Float64Array(size)
  const south = new Float64Array(size)
  const diagonal = new Float64Array(size)
  const right = new Float64Array(size)
  const reach = width * 0.05
  const conduct = (i: number, n: number) => 1 / (1 + 4 * (colourDifference(lab, i, n) / 3) ** 2)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const node = (y + 1) * gridWidth + x + 1
      inside[node] = 1
      right[node] = 2
      diagonal[node] += 1 / (reach * reach)
      if (x < width - 1) {
        east[node] = conduct(i, i + 1)
        diagonal[node] += east[node]
        diagonal[node + 1] += east[node]
      }
      if (y < height - 1) {
        south[node] = conduct(i, i + width)
        diagonal[node] += south[node]
        diagonal[node + gridWidth] += south[node]
      }
      if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
        const edge = lengthOf(
          colourDifference(lab, i + 1, i - 1),
          colourDifference(lab, i + width, i - width),
          0,
        )
        diagonal[node] += 0.02 * smoothstep(5, 18, edge)
      }
    }
  }
  const solution = solveGrid(
    { width: gridWidth, inside, east, south, diagonal, right },
    { tolerance: 1e-3, iterationsMax: 200 },
  )
  const puff = createPlane(width, height)
  let highest = 1e-6
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = Math.sqrt(Math.max(0, solution[(y + 1) * gridWidth + x + 1]))
      puff.data[y * width + x] = value
      highest = Math.max(highest, value)
    }
  }
  for (let i = 0; i < puff.data.length; i++) puff.data[i] /= highest
  return puff
}
