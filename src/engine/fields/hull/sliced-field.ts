/** A solid as a field of unit cells, slice by slice. */
export type SlicedField = {
  /** Nodes along x and y of each slice, and the number of slices from back to front. */
  readonly width: number
  readonly height: number
  readonly depth: number
  /** Fills a slice row by row; above 0 is inside. The block's outermost nodes must be outside. */
  readonly fill: (z: number, slice: Float32Array) => void
}
