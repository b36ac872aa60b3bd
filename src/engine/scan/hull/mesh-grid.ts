import { marchSlices } from '../../mesh/march-slices.ts'
import type { FieldGrid } from './field-grid.ts'

export type Surface = { readonly positions: Float32Array; readonly indices: Uint32Array }

const valueMax = 2
const beyond = -0.5
const fieldRounds = 3
/** Minimum number of photos for ridges so low that smoothing can keep the size of thin parts. */
const photosMin = 24
const surfaceRounds = 8

/**
 * Makes a smooth mesh of a shape by marching cubes.
 * @param photoCount number of photos that the shape was made of. A shape made of few photos has
 * ridges outside the object. Its mesh is smoothed until they are cut off, although this also makes
 * thin parts thinner.
 * @returns a closed surface in mm, z up, flat where the shape stands on the mat.
 */
export function meshGrid(grid: FieldGrid, photoCount: number): Surface {
  const { nx, ny, nz, min, side } = grid
  const field = smoothField(grid, photoCount < photosMin ? 1 : fieldRounds)
  const width = nx + 2
  const { points, indices } = marchSlices({
    width,
    height: ny + 2,
    depth: nz + 2,
    fill: (slice, target) => {
      target.fill(beyond * side)
      const z = slice - 1
      if (z < 0 || z >= nz) return
      for (let y = 0; y < ny; y++) {
        const from = (z * ny + y) * nx
        target.set(field.subarray(from, from + nx), (y + 1) * width + 1)
      }
    },
  })
  const positions = new Float32Array(points.length)
  for (let i = 0; i < points.length; i += 3) {
    positions[i] = min[0] + (points[i] - 1) * side
    positions[i + 1] = min[1] + (points[i + 1] - 1) * side
    positions[i + 2] = Math.max(min[2], min[2] + (points[i + 2] - 1) * side)
  }
  const surface = { positions, indices: orient({ positions, indices }) }
  smoothSurface(surface, min[2])
  return surface
}

function orient({ positions: p, indices }: Surface): Uint32Array {
  let volume = 0
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] * 3, indices[t + 1] * 3, indices[t + 2] * 3]
    volume +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c])
  }
  if (volume >= 0) return indices
  const turned = indices.slice()
  for (let t = 0; t < turned.length; t += 3) {
    turned[t + 1] = indices[t + 2]
    turned[t + 2] = indices[t + 1]
  }
  return turned
}

/**
 * Smooths a field, because each photo's outline would leave a ridge. The first round makes thin
 * parts thinner. Each further round smooths the difference from the given field and adds it.
 */
function smoothField(grid: FieldGrid, rounds: number): Float32Array {
  const most = valueMax * grid.side
  const smooth = new Float32Array(grid.field.length)
  const difference = smooth.slice()
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < smooth.length; i++)
      difference[i] = Math.max(-most, Math.min(most, grid.field[i])) - smooth[i]
    averageInPlace(grid, difference)
    for (let i = 0; i < smooth.length; i++) smooth[i] += difference[i]
  }
  return smooth
}

/** Replaces each value by a weighted mean of five points along each axis. */
function averageInPlace({ nx, ny, nz }: FieldGrid, data: Float32Array): void {
  const line = new Float32Array(Math.max(nx, ny, nz) + 4)
  const axes = [
    { count: nx, stride: 1 },
    { count: ny, stride: nx },
    { count: nz, stride: nx * ny },
  ]
  for (const { count, stride } of axes) {
    for (let n = 0; n < data.length / count; n++) {
      const start = Math.floor(n / stride) * stride * count + (n % stride)
      for (let k = 0; k < count; k++) line[k + 2] = data[start + k * stride]
      line.fill(line[2], 0, 2)
      line.fill(line[count + 1], count + 2, count + 4)
      for (let k = 0; k < count; k++) {
        const beside = line[k + 1] + line[k + 3]
        data[start + k * stride] = (6 * line[k + 2] + 4 * beside + line[k] + line[k + 4]) / 16
      }
    }
  }
}

/**
 * Smooths the steps of the grid without shrinking (G. Taubin, A Signal Processing Approach to Fair
 * Surface Design, 1995). Points on the mat stay there.
 */
function smoothSurface({ positions, indices }: Surface, floor: number): void {
  const sums = new Float32Array(positions.length)
  const counts = new Uint16Array(positions.length / 3)
  const isFloor = counts.map((_, v) => (positions[v * 3 + 2] <= floor + 1e-6 ? 1 : 0))
  for (let i = 0; i < indices.length; i++) counts[indices[i]]++
  for (let round = 0; round < surfaceRounds * 2; round++) {
    sums.fill(0)
    for (let t = 0; t < indices.length; t += 3) {
      for (let k = 0; k < 3; k++) {
        const from = indices[t + ((k + 1) % 3)] * 3
        const to = indices[t + k] * 3
        for (let axis = 0; axis < 3; axis++) sums[to + axis] += positions[from + axis]
      }
    }
    const fraction = round % 2 === 0 ? 0.5 : -0.53
    for (let v = 0; v < counts.length; v++) {
      if (counts[v] === 0) continue
      const axes = isFloor[v] ? 2 : 3
      for (let axis = 0; axis < axes; axis++) {
        const i = v * 3 + axis
        positions[i] += fraction * (sums[i] / counts[v] - positions[i])
      }
    }
  }
}
