/** A solid as a scalar field that is computed slice by slice. */
export type SlicedField = {
  readonly width: number
  readonly height: number
  readonly depth: number
  /**
   * Fills a slice of the field row by row. Values above 0 are inside the solid, and the outermost
   * nodes must be outside.
   */
  readonly fill: (z: number, slice: Float32Array) => void
}
