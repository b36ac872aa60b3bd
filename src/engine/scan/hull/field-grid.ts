export type SpaceBox = { readonly min: readonly number[]; readonly max: readonly number[] }

/**
 * Values at the points of a regular grid, sorted by z, then y, then x. Values above 0 are inside.
 */
export type FieldGrid = {
  readonly nx: number
  readonly ny: number
  readonly nz: number
  readonly min: readonly number[]
  readonly side: number
  readonly field: Float32Array
}

/**
 * Returns the bounding box of all inside points with a margin of three points, which does not
 * extend below the mat.
 */
export function boundInside({ nx, ny, nz, min, side, field }: FieldGrid): SpaceBox | undefined {
  const low = [nx, ny]
  const high = [-1, -1, -1]
  for (let z = 0, i = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++, i++) {
        if (field[i] <= 0) continue
        if (x < low[0]) low[0] = x
        if (x > high[0]) high[0] = x
        if (y < low[1]) low[1] = y
        if (y > high[1]) high[1] = y
        high[2] = z
      }
    }
  }
  if (high[0] < 0) return undefined
  const margin = 3
  const from = low.map((value, k) => min[k] + (value - margin) * side)
  return {
    min: [from[0], from[1], Math.max(min[2], 0)],
    max: high.map((value, k) => min[k] + (value + margin) * side),
  }
}
