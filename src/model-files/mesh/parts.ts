/**
 * One surface of a model, in the model's own space: metres, y up. Triangles turn
 * counter-clockwise seen from outside.
 */
export type Part = {
  /** x, y, z of each point. */
  positions: Float32Array
  /** Three points each. */
  indices: Uint32Array
  normals?: Float32Array
  /** u, v of each point; v runs down, as glTF has it. */
  uvs?: Float32Array
  /** Red, green, blue of each point, linear, 0 to 1. */
  colors?: Float32Array
  /** Place in `Parts.materials`. */
  material: number
  /** What the file calls it. Neighbours with one name are one thing. */
  name?: string
}

/** A picture as it is in the file. */
export type Picture = { mimeType: string; bytes: Uint8Array; name: string }

export type PartMaterial = {
  name: string
  /** Linear, with alpha. */
  color: readonly [red: number, green: number, blue: number, alpha: number]
  metalness: number
  roughness: number
  picture?: Picture
  normalPicture?: Picture
  /** Roughness in green, metalness in blue. */
  surfacePicture?: Picture
  emissive: readonly [red: number, green: number, blue: number]
}

/** A model as surfaces, without its tree of parts, bones and animations. */
export type Parts = { parts: Part[]; materials: PartMaterial[] }

export const trianglesOf = ({ parts }: Pick<Parts, 'parts'>): number =>
  parts.reduce((sum, { indices }) => sum + indices.length / 3, 0)
