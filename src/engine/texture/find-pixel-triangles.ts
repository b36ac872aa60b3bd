import type { TexturedMesh } from '../uv.ts'

export type TrianglesOfPixels = {
  /**
   * Number of the triangle at each pixel plus one. Negative just outside the triangle, so that
   * texture filtering finds no gaps. 0 for no triangle.
   */
  readonly owners: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** Tolerance for pixel centres in barycentric units, so that edges leave no gaps. */
const tolerance = 1e-6

/** Rasterises the mesh into a texture. Where triangles overlap, the last triangle counts. */
export function findTrianglesOfPixels(
  { indices, uvs }: Pick<TexturedMesh, 'indices' | 'uvs'>,
  width: number,
  height: number,
): TrianglesOfPixels {
  const owners = new Int32Array(width * height)
  const starts = new Int32Array(height).fill(width)
  const ends = new Int32Array(height)
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] * 2, indices[t + 1] * 2, indices[t + 2] * 2]
    const ax = uvs[a] * width - 0.5
    const ay = uvs[a + 1] * height - 0.5
    const bx = uvs[b] * width - 0.5
    const by = uvs[b + 1] * height - 0.5
    const cx = uvs[c] * width - 0.5
    const cy = uvs[c + 1] * height - 0.5
    const area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
    if (Math.abs(area) < 1e-9) continue
    const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
    const right = Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx)))
    const top = Math.max(0, Math.floor(Math.min(ay, by, cy)))
    const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy)))
    const stepA = (by - cy) / area
    const stepB = (cy - ay) / area
    const stepC = -stepA - stepB
    const number = t / 3 + 1
    for (let y = top; y <= bottom; y++) {
      const wa = ((by - cy) * (left - cx) + (cx - bx) * (y - cy)) / area + tolerance
      const wb = ((cy - ay) * (left - cx) + (ax - cx) * (y - cy)) / area + tolerance
      const wc = 1 + 3 * tolerance - wa - wb
      let low = 0
      let high = right - left
      if (stepA > 0) low = Math.max(low, -wa / stepA)
      else if (stepA < 0) high = Math.min(high, -wa / stepA)
      else if (wa < 0) continue
      if (stepB > 0) low = Math.max(low, -wb / stepB)
      else if (stepB < 0) high = Math.min(high, -wb / stepB)
      else if (wb < 0) continue
      if (stepC > 0) low = Math.max(low, -wc / stepC)
      else if (stepC < 0) high = Math.min(high, -wc / stepC)
      else if (wc < 0) continue
      const first = left + Math.ceil(low)
      const last = left + Math.floor(high)
      if (first > last) continue
      for (let i = y * width + first; i <= y * width + last; i++) owners[i] = number
      if (first < starts[y]) starts[y] = first
      if (last >= ends[y]) ends[y] = last + 1
    }
  }
  bleed(owners, { starts, ends, width, height })
  return { owners, starts, ends }
}

type Rows = {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly width: number
  readonly height: number
}

/**
 * Copies owners to adjacent pixels without an owner. Direct neighbours have priority over diagonal
 * neighbours.
 */
function bleed(owners: Int32Array, { starts, ends, width, height }: Rows): void {
  const [drawnStarts, drawnEnds] = [starts.slice(), ends.slice()]
  const beside = [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1]
  for (let y = 1; y < height - 1; y++) {
    const start = Math.min(drawnStarts[y - 1], drawnStarts[y], drawnStarts[y + 1]) - 1
    const end = Math.max(drawnEnds[y - 1], drawnEnds[y], drawnEnds[y + 1]) + 1
    if (start >= end) continue
    starts[y] = Math.max(1, start)
    ends[y] = Math.min(width - 1, end)
    for (let i = y * width + starts[y]; i < y * width + ends[y]; i++) {
      if (owners[i] !== 0) continue
      for (let k = 0; k < beside.length; k++) {
        const owner = owners[i + beside[k]]
        if (owner <= 0) continue
        owners[i] = -owner
        break
      }
    }
  }
}
