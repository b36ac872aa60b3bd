import { measureSignedDistance, stepsPerPx } from '../masks/measure-signed-distance.ts'
import type { ScanView } from '../scan-view.ts'
import type { FieldGrid, SpaceBox } from './field-grid.ts'

/** The first pass computes every fourth grid point along each axis. */
const coarse = 4
/** Minimum number of photos that must show a point for the point to be judged. */
const seenMin = 3
const distanceMax = 3.5

type Options = {
  readonly side: number
  /** Number of photos that may disagree with a point inside the shape. */
  readonly ignored: number
}

/** Two shapes with the same grid: `tolerant` ignores some photos at each point, `strict` none. */
export type CarvedShapes = {
  readonly tolerant: FieldGrid
  readonly strict: FieldGrid
}

/**
 * Carves shapes from masks (A. Laurentini, The Visual Hull Concept, 1994). The value of a point is
 * its smallest distance to the outlines in mm over all photos, in the tolerant shape apart from the
 * `ignored` smallest distances.
 */
export function carveShapes(
  views: readonly ScanView[],
  { min, max }: SpaceBox,
  { side, ignored }: Options,
): CarvedShapes {
  const cells = [0, 1, 2].map((k) => Math.max(1, Math.ceil((max[k] - min[k]) / side / coarse)))
  const [nx, ny, nz] = cells.map((count) => count * coarse + 1)
  const field = new Float32Array(nx * ny * nz).fill(-distanceMax)
  const strict = ignored === 0 ? field : field.slice()
  const measure = createMeasure(views, ignored)
  const rough = new Float32Array((cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1))
  const roughStrict = ignored === 0 ? rough : rough.slice()
  const step = coarse * side
  for (let z = 0, i = 0; z <= cells[2]; z++) {
    for (let y = 0; y <= cells[1]; y++) {
      for (let x = 0; x <= cells[0]; x++, i++) {
        rough[i] = measure(min[0] + x * step, min[1] + y * step, min[2] + z * step)
        roughStrict[i] = measure.least()
      }
    }
  }
  const reach = Math.min(step, 0.9 * distanceMax)
  const kinds = sortCells(rough, cells, reach)
  const strictKinds = ignored === 0 ? kinds : sortCells(roughStrict, cells, reach)
  const done = new Uint8Array(field.length)
  const stride = [1, nx, nx * ny]
  for (let cz = 0, cell = 0; cz < cells[2]; cz++) {
    for (let cy = 0; cy < cells[1]; cy++) {
      for (let cx = 0; cx < cells[0]; cx++, cell++) {
        if (kinds[cell] === outsideCell) continue
        const isNear = kinds[cell] === nearCell || strictKinds[cell] !== insideCell
        for (let z = cz * coarse; z <= (cz + 1) * coarse; z++) {
          for (let y = cy * coarse; y <= (cy + 1) * coarse; y++) {
            for (let x = cx * coarse; x <= (cx + 1) * coarse; x++) {
              const i = x + y * stride[1] + z * stride[2]
              if (done[i]) continue
              if (!isNear) {
                field[i] = distanceMax
                strict[i] = distanceMax
                continue
              }
              field[i] = measure(min[0] + x * side, min[1] + y * side, min[2] + z * side)
              strict[i] = measure.least()
              done[i] = 1
            }
          }
        }
      }
    }
  }
  const grid = { nx, ny, nz, min, side }
  return { tolerant: { ...grid, field }, strict: { ...grid, field: strict } }
}

const viewSize = 18

function createMeasure(views: readonly ScanView[], ignored: number) {
  const table = new Float64Array(views.length * viewSize)
  for (const [i, { lens, pose, left, top, width, height }] of views.entries()) {
    const centre = [lens.cx - left - 0.5, lens.cy - top - 0.5]
    const row = [...pose.rotation, ...pose.shift, lens.f, lens.k1, ...centre, width, height]
    table.set(row, i * viewSize)
  }
  const distances = views.map((view) => measureSignedDistance(view.mask, view))
  // The photo that removed the last point is looked at first, because it often removes the next.
  const order = Uint16Array.from(views.keys())
  const least = new Float64Array(ignored + 1)
  let strict = 0
  const measure = (x: number, y: number, z: number): number => {
    strict = -distanceMax
    least.fill(Infinity)
    let seen = 0
    for (let n = 0; n < order.length; n++) {
      const i = order[n]
      const t = i * viewSize
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
      const plane = distances[i]
      const k = row * width + column
      const upper = plane[k] + across * (plane[k + 1] - plane[k])
      const lower = plane[k + width] + across * (plane[k + width + 1] - plane[k + width])
      const steps = upper + (v - row) * (lower - upper)
      const distance = (steps * depth) / (stepsPerPx * table[t + 12])
      if (distance >= least[ignored]) continue
      let at = ignored
      for (; at > 0 && least[at - 1] > distance; at--) least[at] = least[at - 1]
      least[at] = distance
      if (least[ignored] < -distanceMax) {
        order.copyWithin(1, 0, n)
        order[0] = i
        return -distanceMax
      }
    }
    if (seen < seenMin) return -distanceMax
    strict = Math.max(-distanceMax, Math.min(distanceMax, least[0]))
    return Math.min(distanceMax, least[ignored])
  }
  /** Returns the smallest distance of the point that was measured last. */
  return Object.assign(measure, { least: () => strict })
}

const outsideCell = 0
const nearCell = 1
const insideCell = 2

function sortCells(rough: Float32Array, cells: readonly number[], reach: number): Uint8Array {
  const [width, height, depth] = cells
  const kinds = new Uint8Array(width * height * depth)
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
        if (most > -reach && least < reach) kinds[cell] = nearCell
        else if (least > 0) kinds[cell] = insideCell
      }
    }
  }
  return kinds
}
