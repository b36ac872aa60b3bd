export type Visibility = {
  readonly side: number
  readonly draws: Int32Array
  readonly triangles: Int32Array
  /** Largest inverse distance drawn so far at each pixel. */
  readonly nearest: Float32Array
}

export function createVisibility(side: number): Visibility {
  return {
    side,
    draws: new Int32Array(side * side).fill(-1),
    triangles: new Int32Array(side * side),
    nearest: new Float32Array(side * side).fill(-Infinity),
  }
}

export function clearVisibility({ draws, nearest }: Visibility): void {
  draws.fill(-1)
  nearest.fill(-Infinity)
}

/**
 * Returns the first pixel along an axis whose centre may be inside the triangle with the corners
 * `a`, `b` and `c`.
 */
export const firstPixel = (a: number, b: number, c: number): number =>
  Math.max(0, Math.ceil(Math.min(a, b, c) - 0.5))

// oxlint-disable-next-line max-params -- for each triangle
export const lastPixel = (a: number, b: number, c: number, last: number): number =>
  Math.min(last, Math.floor(Math.max(a, b, c) - 0.5))

/**
 * Tests whether a point of a triangle is visible. `a` and `b` are the barycentric weights of the
 * first two corners.
 */
export type IsThere = (triangle: number, a: number, b: number) => boolean

type Triangles = {
  readonly draw: number
  readonly points: Float32Array
  readonly indices: Uint32Array
  readonly isThere?: IsThere | undefined
  /** Culls triangles with clockwise (1) or counter-clockwise (-1) corners in the picture. */
  readonly hidden?: 1 | -1 | undefined
}

export function rasterise(
  { side, draws, triangles, nearest }: Visibility,
  { draw, points, indices, isThere, hidden }: Triangles,
): void {
  for (let t = 0; t < indices.length; t += 3) {
    const a = indices[t] * 3
    const b = indices[t + 1] * 3
    const c = indices[t + 2] * 3
    const ax = points[a]
    const ay = points[a + 1]
    const bx = points[b]
    const by = points[b + 1]
    const cx = points[c]
    const cy = points[c + 1]
    const area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
    if (!(Math.abs(area) > 1e-9) || (hidden !== undefined && area * hidden > 0)) continue
    const left = firstPixel(ax, bx, cx)
    const right = lastPixel(ax, bx, cx, side - 1)
    const top = firstPixel(ay, by, cy)
    const bottom = lastPixel(ay, by, cy, side - 1)
    const scale = 1 / area
    const stepA = (by - cy) * scale
    const stepB = (cy - ay) * scale
    const za = points[a + 2]
    const zb = points[b + 2]
    const zc = points[c + 2]
    for (let y = top; y <= bottom; y++) {
      let wa = ((by - cy) * (left + 0.5 - cx) + (cx - bx) * (y + 0.5 - cy)) * scale
      let wb = ((cy - ay) * (left + 0.5 - cx) + (ax - cx) * (y + 0.5 - cy)) * scale
      for (let x = left; x <= right; x++, wa += stepA, wb += stepB) {
        const wc = 1 - wa - wb
        // Without this tolerance, rounding would leave gaps between neighbouring triangles.
        if (wa < -1e-5 || wb < -1e-5 || wc < -1e-5) continue
        const near = wa * za + wb * zb + wc * zc
        const pixel = y * side + x
        if (near <= nearest[pixel]) continue
        if (isThere && !isThere(t / 3, wa, wb)) continue
        nearest[pixel] = near
        draws[pixel] = draw
        triangles[pixel] = t / 3
      }
    }
  }
}
