/** A closed triangle mesh whose vertices are shared; counter-clockwise from outside, y up. */
export type Mesh = {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly indices: Uint32Array
}
