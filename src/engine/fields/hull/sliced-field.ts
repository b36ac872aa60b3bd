/** A solid as a scalar field that is computed slice by slice. */
export type SlicedField = {
  readonly width: number
  readonly height: number
  readonly depth: number
  /** Fills a slice row by row. Values above 0 are inside. The outermost nodes must be outside. */
  readonly fill: (z: number, slice: Float32Array) => void
}
