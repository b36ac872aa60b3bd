import type { ScanView } from '../scan-view.ts'
import type { FieldGrid, SpaceBox } from './field-grid.ts'

/** The first pass computes every fourth point along each axis. */
const coarse = 4
/** Minimum number of photos that must show a point. With fewer photos, the point is not judged. */
const seenMin = 3

type Options = {
  /** Distance between points in mm. */
  readonly side: number
  /** A point stays inside while the votes against it sum to at most this number of photos. */
  readonly tolerance: number
}

/**
 * Carves a shape from masks (A. Laurentini, The Visual Hull Concept, 1994). Each photo votes
 * against a point by the probability that its pixel does not show the object. Points are computed
 * on a coarse grid first, then on the fine grid only near the surface.
 */
export function carve(
  views: readonly ScanView[],
  { min, max }: SpaceBox,
  { side, tolerance }: Options,
): FieldGrid {
  const cells = [0, 1, 2].map((k) => Math.max(1, Math.ceil((max[k] - min[k]) / side / coarse)))
  const [nx, ny, nz] = cells.map((count) => count * coarse + 1)
  const field = new Float32Array(nx * ny * nz).fill(-1)
  const vote = createVote(views, tolerance)
  const rough = new Float32Array((cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1))
  const step = coarse * side
  for (let z = 0, i = 0; z <= cells[2]; z++) {
    for (let y = 0; y <= cells[1]; y++) {
      for (let x = 0; x <= cells[0]; x++, i++) {
        rough[i] = vote(min[0] + x * step, min[1] + y * step, min[2] + z * step)
      }
    }
  }
  const kinds = sortCells(rough, cells, tolerance)
  const done = new Uint8Array(field.length)
  const stride = [1, nx, nx * ny]
  for (let cz = 0, cell = 0; cz < cells[2]; cz++) {
    for (let cy = 0; cy < cells[1]; cy++) {
      for (let cx = 0; cx < cells[0]; cx++, cell++) {
        if (kinds[cell] === outsideCell) continue
        const isNear = kinds[cell] === nearCell
        for (let z = cz * coarse; z <= (cz + 1) * coarse; z++) {
          for (let y = cy * coarse; y <= (cy + 1) * coarse; y++) {
            for (let x = cx * coarse; x <= (cx + 1) * coarse; x++) {
              const i = x + y * stride[1] + z * stride[2]
              if (done[i]) continue
              if (!isNear) {
                field[i] = tolerance
                continue
              }
              field[i] = vote(min[0] + x * side, min[1] + y * side, min[2] + z * side)
              done[i] = 1
            }
          }
        }
      }
    }
  }
  return { nx, ny, nz, min, side, field }
}

/** Count of numbers per view in the flat table of `createVote`. */
const viewSize = 19

/** Creates a function that returns the tolerance minus the votes against a point, at least -1. */
function createVote(views: readonly ScanView[], tolerance: number) {
  const table = new Float64Array(views.length * viewSize)
  for (const [i, { lens, pose, left, top, width, height }] of views.entries()) {
    table.set(
      [
        ...pose.rotation,
        ...pose.shift,
        lens.f,
        lens.k1,
        lens.cx - left - 0.5,
        lens.cy - top - 0.5,
        width,
        height,
        0,
      ],
      i * viewSize,
    )
  }
  const masks = views.map(({ mask }) => mask)
  return (x: number, y: number, z: number): number => {
    let against = 0
    let seen = 0
    for (let i = 0, t = 0; i < masks.length; i++, t += viewSize) {
      const depth = table[t + 6] * x + table[t + 7] * y + table[t + 8] * z + table[t + 11]
      const a = (table[t] * x + table[t + 1] * y + table[t + 2] * z + table[t + 9]) / depth
      const b = (table[t + 3] * x + table[t + 4] * y + table[t + 5] * z + table[t + 10]) / depth
      const bent = table[t + 12] * (1 + table[t + 13] * (a * a + b * b))
      const u = a * bent + table[t + 14]
      const v = b * bent + table[t + 15]
      const width = table[t + 16]
      if (!(u >= 0 && v >= 0 && u < width - 1 && v < table[t + 17] - 1)) continue
      seen++
      const column = u | 0
      const row = v | 0
      const across = u - column
      const mask = masks[i]
      const k = row * width + column
      const upper = mask[k] + across * (mask[k + 1] - mask[k])
      const lower = mask[k + width] + across * (mask[k + width + 1] - mask[k + width])
      against += 1 - (upper + (v - row) * (lower - upper)) / 255
      if (against > tolerance + 3) return -1
    }
    return seen < seenMin ? -1 : Math.max(-1, tolerance - against)
  }
}

const outsideCell = 0
const nearCell = 1
const insideCell = 2

/** Marks the coarse cells near the surface and their neighbours, and the cells inside. */
function sortCells(rough: Float32Array, cells: readonly number[], tolerance: number): Uint8Array {
  const [width, height, depth] = cells
  const kinds = new Uint8Array(width * height * depth)
  const busy: number[] = []
  for (let z = 0, cell = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++, cell++) {
        let [least, most] = [Infinity, -Infinity]
        for (let corner = 0; corner < 8; corner++) {
          const row = (z + (corner >> 2)) * (height + 1) + y + ((corner >> 1) & 1)
          const value = rough[row * (width + 1) + x + (corner & 1)]
          least = Math.min(least, value)
          most = Math.max(most, value)
        }
        if (most > -0.999 && least < tolerance - 0.02) busy.push(x, y, z)
        else kinds[cell] = least > 0 ? insideCell : outsideCell
      }
    }
  }
  for (let k = 0; k < busy.length; k += 3) {
    for (let z = Math.max(0, busy[k + 2] - 1); z <= Math.min(depth - 1, busy[k + 2] + 1); z++) {
      for (let y = Math.max(0, busy[k + 1] - 1); y <= Math.min(height - 1, busy[k + 1] + 1); y++) {
        const row = (z * height + y) * width
        const to = Math.min(width - 1, busy[k] + 1)
        kinds.fill(nearCell, row + Math.max(0, busy[k] - 1), row + to + 1)
      }
    }
  }
  return kinds
}
