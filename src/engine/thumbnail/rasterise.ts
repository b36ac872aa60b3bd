/** What each pixel shows: the nearest triangle, and how near it is. */
export type Visibility = {
  readonly side: number
  /** Number of the draw, -1 for none. */
  readonly draws: Int32Array
  /** Number of the triangle within its draw. */
  readonly triangles: Int32Array
  /** The largest third coordinate seen. */
  readonly nearest: Float32Array
}

/** A square of `side` pixels in which nothing is seen yet. */
export function createVisibility(side: number): Visibility {
  return {
    side,
    draws: new Int32Array(side * side).fill(-1),
    triangles: new Int32Array(side * side),
    nearest: new Float32Array(side * side).fill(-Infinity),
  }
}

/** Forgets what was drawn. */
export function clearVisibility({ draws, nearest }: Visibility): void {
  draws.fill(-1)
  nearest.fill(-Infinity)
}

/** Tells whether a triangle is there at a point, by barycentric weights of its first two corners. */
export type IsThere = (triangle: number, a: number, b: number) => boolean

type Triangles = {
  /** Number that is written into the buffer. */
  readonly draw: number
  /** Picture x, picture y and nearness of each vertex. */
  readonly points: Float32Array
  readonly indices: Uint32Array
  readonly isThere?: IsThere | undefined
  /** Leaves out triangles whose corners go round to the right (1) or to the left (-1) in the picture. */
  readonly hidden?: 1 | -1 | undefined
}

/**
 * Draws triangles into the buffers; of several at one pixel that with the largest third coordinate
 * stays.
 */
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
    // Pixels whose centres lie in the triangle's box.
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
    const right = Math.min(side - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
    const bottom = Math.min(side - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
    const stepA = (by - cy) / area
    const stepB = (cy - ay) / area
    const za = points[a + 2]
    const zb = points[b + 2]
    const zc = points[c + 2]
    for (let y = top; y <= bottom; y++) {
      let wa = ((by - cy) * (left + 0.5 - cx) + (cx - bx) * (y + 0.5 - cy)) / area
      let wb = ((cy - ay) * (left + 0.5 - cx) + (ax - cx) * (y + 0.5 - cy)) / area
      for (let x = left; x <= right; x++, wa += stepA, wb += stepB) {
        const wc = 1 - wa - wb
        // A hair of slack, or rounding would leave gaps between neighbours.
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
