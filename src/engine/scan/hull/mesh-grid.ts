import { marchSlices } from '../../mesh/march-slices.ts'
import type { FieldGrid } from './field-grid.ts'

export type Surface = { readonly positions: Float32Array; readonly indices: Uint32Array }

const valueMax = 2
const beyond = -0.5
const smoothingRounds = 8

/**
 * Makes a smooth mesh of a shape by marching cubes.
 * @returns a closed surface in mm, z up, flat where the shape stands on the mat.
 */
export function meshGrid(grid: FieldGrid): Surface {
  const { nx, ny, nz, min, side } = grid
  const field = smoothField(grid, 2)
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

/** Averages three points along each axis, because each photo's outline would leave a ridge. */
function smoothField({ nx, ny, nz, side, field }: FieldGrid, rounds: number): Float32Array {
  const most = valueMax * side
  const data = field.map((value) => Math.max(-most, Math.min(most, value)))
  const line = new Float32Array(Math.max(nx, ny, nz))
  const axes = [
    { count: nx, stride: 1 },
    { count: ny, stride: nx },
    { count: nz, stride: nx * ny },
  ]
  for (let round = 0; round < rounds; round++) {
    for (const { count, stride } of axes) {
      for (let start = 0; start < data.length; start++) {
        if (Math.floor(start / stride) % count !== 0) continue
        for (let k = 0; k < count; k++) line[k] = data[start + k * stride]
        for (let k = 0; k < count; k++) {
          const before = line[Math.max(0, k - 1)]
          const after = line[Math.min(count - 1, k + 1)]
          data[start + k * stride] = 0.5 * line[k] + 0.25 * (before + after)
        }
      }
    }
  }
  return data
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
  for (let round = 0; round < smoothingRounds * 2; round++) {
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
