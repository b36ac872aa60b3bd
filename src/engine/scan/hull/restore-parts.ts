import { project } from '../cameras/lens.ts'
import { measureDistance } from '../masks/chamfer-distance.ts'
import type { ScanView } from '../scan-view.ts'
import { drawOutline, listSurface } from './draw-outline.ts'
import type { CarvedShapes } from './carve.ts'
import type { FieldGrid } from './field-grid.ts'

/**
 * Number of photos that must show a missing part: at least `min`, this fraction of the photos, and
 * this multiple of the photos whose masks lack the part.
 */
const missing = { min: 3, fraction: 0.2, multiple: 2.5 }
/** Distance from the shape's outline, in px, from which a pixel of a mask shows a missing part. */
const farPx = 4
/** Radius in px in which a missing part is restored. Photos from above shorten distances. */
const reachPx = 2 * farPx

/**
 * Restores parts that few photos removed although many other photos show them, such as a leg that
 * one mask lacks. A bulge that few photos removed stays removed, because the other photos show the
 * object behind the bulge.
 * @param shapes `strict` is changed.
 */
export function restoreParts({ strict, tolerant }: CarvedShapes, views: readonly ScanView[]): void {
  const { nx, ny, nz, side, field } = strict
  const isRemoved = (i: number) => field[i] <= 0 && tolerant.field[i] > 0
  const removed: number[] = []
  for (let i = 0; i < field.length; i++) if (isRemoved(i)) removed.push(i)
  const seeds = findMissing(strict, views, removed)
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

/**
 * Returns the removed points in front of pixels that many masks have and the shape lacks, and that
 * few masks lack.
 */
function findMissing(
  shape: FieldGrid,
  views: readonly ScanView[],
  removed: readonly number[],
): number[] {
  const { nx, ny, min, side } = shape
  const shown = new Uint8Array(removed.length)
  const lacking = new Uint8Array(removed.length)
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
      if (mask[pixel] <= 127) lacking[k]++
      else if (distance[pixel] > farPx) shown[k]++
    }
  }
  const least = Math.max(missing.min, missing.fraction * views.length)
  return removed.filter((_, k) => shown[k] >= Math.max(least, missing.multiple * lacking[k]))
}
