/**
 * One surface of a model, in the model's space: metres, y up. Triangles are counter-clockwise from
 * outside.
 */
export type MeshPart = {
  /** x, y, z of each point. */
  positions: Float32Array
  /** Indices of points, three per triangle. */
  indices: Uint32Array
  normals?: Float32Array
  /** u, v of each point; v runs down, as in glTF. */
  uvs?: Float32Array
  /** Linear red, green, blue of each point, 0 to 1. */
  colors?: Float32Array
  /** Index in `Parts.materials`. */
  material: number
  /** Name in the file. Consecutive parts with the same name belong together. */
  name?: string
}

export type EmbeddedPicture = { mimeType: string; bytes: Uint8Array; name: string }

export type PartMaterial = {
  name: string
  /** Linear red, green and blue, with alpha. */
  color: readonly [red: number, green: number, blue: number, alpha: number]
  metalness: number
  roughness: number
  picture?: EmbeddedPicture
  normalPicture?: EmbeddedPicture
  /** Picture with roughness in green and metalness in blue. */
  surfacePicture?: EmbeddedPicture
  emissive: readonly [red: number, green: number, blue: number]
}

/** A model as surfaces, without its node hierarchy, bones and animations. */
export type Parts = { parts: MeshPart[]; materials: PartMaterial[] }

export const sumTriangles = ({ parts }: Pick<Parts, 'parts'>): number =>
  parts.reduce((sum, { indices }) => sum + indices.length / 3, 0)
