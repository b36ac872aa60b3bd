import { solveGrid } from './solve-grid.ts'

export type PixelSystem = {
  readonly width: number
  readonly height: number
  readonly weight: (i: number, neighbour: number) => number
  readonly own: (i: number, x: number, y: number) => number
  readonly right: (i: number) => number
}

/**
 * Solves a symmetric system with one unknown per pixel and its four neighbours: `(own + Σ weight)
 * x_i - Σ weight x_n = right`.
 * @param options as for `solveGrid`.
 */
export function solvePixels(
  { width, height, weight, own, right: rightOf }: PixelSystem,
  options: { tolerance: number; iterationsMax: number },
): Float64Array {
  const gridWidth = width + 2
  const size = gridWidth * (height + 2)
  const inside = new Uint8Array(size)
  const east = new Float64Array(size)
  const south = new Float64Array(size)
  const diagonal = new Float64Array(size)
  const right = new Float64Array(size)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const node = (y + 1) * gridWidth + x + 1
      inside[node] = 1
      if (x < width - 1) {
        east[node] = weight(i, i + 1)
        diagonal[node] += east[node]
        diagonal[node + 1] += east[node]
      }
      if (y < height - 1) {
        south[node] = weight(i, i + width)
        diagonal[node] += south[node]
        diagonal[node + gridWidth] += south[node]
      }
      diagonal[node] += own(i, x, y)
      right[node] = rightOf(i)
    }
  }
  const solution = solveGrid({ width: gridWidth, inside, east, south, diagonal, right }, options)
  const result = new Float64Array(width * height)
  for (let y = 0; y < height; y++) {
    const start = (y + 1) * gridWidth + 1
    result.set(solution.subarray(start, start + width), y * width)
  }
  return result
}
