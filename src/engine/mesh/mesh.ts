/**
 * A closed triangle mesh with shared vertices. Triangles are counter-clockwise as seen from
 * outside, and y points up.
 */
export type Mesh = {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly indices: Uint32Array
}
