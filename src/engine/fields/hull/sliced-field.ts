/** A solid as a field of unit cells, slice by slice. */
export type SlicedField = {
  /** Nodes along x of each slice. */
  readonly width: number
  /** Nodes along y of each slice. */
  readonly height: number
  /** Number of slices, from back to front. */
  readonly depth: number
  /** Fills a slice row by row; above 0 is inside. The block's outermost nodes must be outside. */
  readonly fill: (z: number, slice: Float32Array) => void
}
