import type { ScanView } from '../scan-view.ts'
import type { FieldGrid } from './field-grid.ts'

/**
 * Draws the area of a photo that the shape covers, with a square for each point on the shape's
 * surface.
 */
export function drawOutline(grid: FieldGrid, view: ScanView, surface: Int32Array): Uint8Array {
  const { nx, ny, min, side } = grid
  const { lens, width, height, left, top } = view
  const { rotation: r, shift: t } = view.pose
  const outline = new Uint8Array(width * height)
  for (let k = 0; k < surface.length; k++) {
    const i = surface[k]
    const x = min[0] + (i % nx) * side
    const y = min[1] + (Math.floor(i / nx) % ny) * side
    const z = min[2] + Math.floor(i / (nx * ny)) * side
    const depth = r[6] * x + r[7] * y + r[8] * z + t[2]
    const a = (r[0] * x + r[1] * y + r[2] * z + t[0]) / depth
    const b = (r[3] * x + r[4] * y + r[5] * z + t[1]) / depth
    const bent = lens.f * (1 + lens.k1 * (a * a + b * b))
    const u = a * bent + lens.cx - left
    const v = b * bent + lens.cy - top
    // Half the diagonal of the square between four points, so that no gaps remain.
    const reach = (0.62 * side * lens.f) / depth
    const from = Math.max(0, Math.round(u - reach))
    const to = Math.min(width, Math.ceil(u + reach))
    if (to <= from) continue
    const last = Math.min(height, v + reach)
    for (let row = Math.max(0, Math.round(v - reach)); row < last; row++) {
      outline.fill(1, row * width + from, row * width + to)
    }
  }
  fillHoles(outline, width, height)
  return outline
}

/** Lists the inside points that have an outside neighbour. */
export function listSurface({ nx, ny, nz, field }: FieldGrid): Int32Array {
  const found: number[] = []
  const plane = nx * ny
  for (let z = 0, i = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++, i++) {
        if (field[i] <= 0) continue
        const isEdge = x === 0 || y === 0 || z === 0 || x === nx - 1 || y === ny - 1 || z === nz - 1
        const isInner =
          !isEdge &&
          field[i - 1] > 0 &&
          field[i + 1] > 0 &&
          field[i - nx] > 0 &&
          field[i + nx] > 0 &&
          field[i - plane] > 0 &&
          field[i + plane] > 0
        if (!isInner) found.push(i)
      }
    }
  }
  return Int32Array.from(found)
}

function fillHoles(outline: Uint8Array, width: number, height: number): void {
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      if (outline[i]) continue
      const beside = outline[i - 1] + outline[i + 1] + outline[i - width] + outline[i + width]
      if (beside >= 3) outline[i] = 1
    }
  }
}
