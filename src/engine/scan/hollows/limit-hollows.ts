import { drawOutline, listSurface } from '../hull/draw-outline.ts'
import type { FieldGrid } from '../hull/field-grid.ts'
import type { ScanView } from '../scan-view.ts'
import type { CostlyDepths } from './keep-gains.ts'
import { cutRelief, type HullRelief } from './relief.ts'

/** Distance of a pixel from the outline, in px, from which the shape must cover the pixel. */
const marginPx = 3

/** Cost of raising the surface by a layer. */
const raiseCost = 0.05

type FoundRelief = CostlyDepths & { readonly grid: FieldGrid; readonly relief: HullRelief }

/**
 * Limits the depth of cells where a hollow would open a hole in a photo's outline of the object.
 * @returns the number of changed cells.
 */
export function limitHollows(found: FoundRelief, views: readonly ScanView[]): number {
  const { grid, relief, depths } = found
  const cut = { ...grid, field: grid.field.slice() }
  cutRelief(cut, relief, depths)
  const surface = listSurface(cut)
  const changed = new Set<number>()
  for (const view of views) {
    const outline = drawOutline(cut, view, surface)
    const holes = findHoles(view, outline)
    if (!holes) continue
    for (const { cell, layer } of findFillings(found, view, holes)) {
      if (layer >= relief.last[cell]) continue
      relief.last[cell] = Math.max(relief.first[cell], layer)
      changed.add(cell)
    }
  }
  return changed.size
}

function findHoles({ mask, width, height }: ScanView, outline: Uint8Array): Uint8Array | undefined {
  const holes = new Uint8Array(mask.length)
  let isAny = false
  for (let y = marginPx; y < height - marginPx; y++) {
    for (let x = marginPx; x < width - marginPx; x++) {
      const i = y * width + x
      if (outline[i] || mask[i] < 128) continue
      const isInner =
        mask[i - marginPx] > 127 &&
        mask[i + marginPx] > 127 &&
        mask[i - marginPx * width] > 127 &&
        mask[i + marginPx * width] > 127
      if (!isInner) continue
      holes[i] = 1
      isAny = true
    }
  }
  return isAny ? holes : undefined
}

type Filling = { readonly cell: number; readonly layer: number }

/**
 * Returns for each hole the removed layer in the cell whose new surface the photos support least.
 */
function findFillings(
  { relief, depths, costs }: FoundRelief,
  { lens, pose, left, top, width, height }: ScanView,
  holes: Uint8Array,
): Filling[] {
  const { columns, layers, origin, across, up, toViewer, first } = relief
  const { rotation: r, shift } = pose
  const turn = ([x, y, z]: readonly number[]) =>
    [0, 3, 6].map((k) => r[k] * x + r[k + 1] * y + r[k + 2] * z)
  const [a, b, d] = [across, up, toViewer].map(turn)
  const start = turn(origin).map((value, k) => value + shift[k])
  const best = new Map<number, Filling & { loss: number }>()
  for (let cell = 0; cell < depths.length; cell++) {
    if (!(depths[cell] > first[cell])) continue
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    const at = cell * layers
    const gain = costs[at + first[cell]] - costs[at + Math.round(depths[cell])]
    for (let layer = first[cell]; layer < depths[cell]; layer++) {
      const x = start[0] + column * a[0] + row * b[0] - layer * d[0]
      const y = start[1] + column * a[1] + row * b[1] - layer * d[1]
      const depth = start[2] + column * a[2] + row * b[2] - layer * d[2]
      const bent = lens.f * (1 + lens.k1 * ((x * x + y * y) / (depth * depth)))
      const u = Math.floor((x / depth) * bent + lens.cx - left)
      const v = Math.floor((y / depth) * bent + lens.cy - top)
      if (!(u >= 0 && v >= 0 && u < width && v < height) || !holes[v * width + u]) continue
      const known = best.get(v * width + u)
      const loss = Math.max(0, gain) + raiseCost * (depths[cell] - layer)
      if (!known || known.loss > loss) best.set(v * width + u, { cell, layer, loss })
    }
  }
  return [...best.values()]
}
