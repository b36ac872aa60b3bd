/** A closed triangle mesh with shared vertices; counter-clockwise from outside, y up. */
export type Mesh = {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly indices: Uint32Array
}
