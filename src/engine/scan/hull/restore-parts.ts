import { project } from '../cameras/lens.ts'
import { measureDistance } from '../masks/chamfer-distance.ts'
import type { ScanView } from '../scan-view.ts'
import { drawOutline, listSurface } from './draw-outline.ts'
import type { FieldGrid } from './field-grid.ts'

/** Fraction of the photos in which a part must be missing, and the minimum number of photos. */
const missing = { fraction: 0.2, min: 3 }
/** Distance from the shape's outline, in px, from which a pixel of a mask shows a missing part. */
const farPx = 4
/** Radius in px in which a missing part is restored. Photos from above shorten distances. */
const reachPx = 2 * farPx

/**
 * Restores parts that few photos removed although many other photos show them, such as a leg that
 * one mask lacks. A bulge that few photos removed stays removed, because the other photos show the
 * object behind the bulge.
 * @param strict The shape that obeys all photos, which is changed.
 * @param tolerant The shape that ignores a few photos at each point, with the same grid.
 */
export function restoreParts(
  strict: FieldGrid,
  tolerant: FieldGrid,
  views: readonly ScanView[],
): void {
  const { nx, ny, nz, side, field } = strict
  const isRemoved = (i: number) => field[i] <= 0 && tolerant.field[i] > 0
  const removed: number[] = []
  for (let i = 0; i < field.length; i++) if (isRemoved(i)) removed.push(i)
  const seeds = findMissing(strict, views, Int32Array.from(removed))
  const mmPerPx = Math.max(...views.map(({ lens, pose }) => Math.hypot(...pose.shift) / lens.f))
  const reach = Math.ceil((reachPx * mmPerPx) / side)
  for (const seed of seeds) {
    const [x, y] = [seed % nx, Math.floor(seed / nx) % ny]
    const z = Math.floor(seed / (nx * ny))
    for (let k = Math.max(0, z - reach); k <= Math.min(nz - 1, z + reach); k++) {
      for (let j = Math.max(0, y - reach); j <= Math.min(ny - 1, y + reach); j++) {
        const row = (k * ny + j) * nx
        const last = row + Math.min(nx - 1, x + reach)
        for (let i = row + Math.max(0, x - reach); i <= last; i++) {
          if (isRemoved(i)) field[i] = tolerant.field[i]
        }
      }
    }
  }
}

/** Returns the removed points in front of pixels that many masks have and the shape lacks. */
function findMissing(shape: FieldGrid, views: readonly ScanView[], removed: Int32Array): number[] {
  const { nx, ny, min, side } = shape
  const counts = new Uint8Array(removed.length)
  const surface = listSurface(shape)
  for (const view of views) {
    const { width, height, left, top, mask, lens, pose } = view
    const distance = measureDistance(drawOutline(shape, view, surface), 1, view)
    for (let k = 0; k < removed.length; k++) {
      const i = removed[k]
      const x = min[0] + (i % nx) * side
      const y = min[1] + (Math.floor(i / nx) % ny) * side
      const [u, v] = project(lens, pose, x, y, min[2] + Math.floor(i / (nx * ny)) * side)
      const [column, row] = [Math.floor(u) - left, Math.floor(v) - top]
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const pixel = row * width + column
      if (mask[pixel] > 127 && distance[pixel] > farPx) counts[k]++
    }
  }
  const least = Math.max(missing.min, missing.fraction * views.length)
  return Array.from(removed).filter((_, k) => counts[k] >= least)
}
