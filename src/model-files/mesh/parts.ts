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
  /** Further texture coordinates, for pictures whose placement has an index from 1. */
  moreUvs?: readonly Float32Array[]
  /** Linear red, green, blue of each point, 0 to 1. */
  colors?: Float32Array
  /** Index in `Parts.materials`. */
  material: number
  /** Name in the file. Consecutive parts with the same name belong together. */
  name?: string
}

export type EmbeddedPicture = { mimeType: string; bytes: Uint8Array; name: string }

/** Fields of a material with pictures. The first one of them determines `MeshPart.uvs`. */
export const pictureUses = [
  'picture',
  'normalPicture',
  'surfacePicture',
  'emissivePicture',
  'occlusionPicture',
] as const
export type PictureUse = (typeof pictureUses)[number]

export type Wrapping = 'repeat' | 'clamp' | 'mirror'

/** How a picture lies on a surface, if not by `MeshPart.uvs` and repeated. */
export type PicturePlacement = {
  /** 0 means `MeshPart.uvs`, 1 the first of `moreUvs`. */
  uvs: number
  /** Repetition outside of 0 to 1, horizontally and vertically. */
  wrap: readonly [s: Wrapping, t: Wrapping]
}

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
  emissivePicture?: EmbeddedPicture
  /** Picture with ambient occlusion in red. */
  occlusionPicture?: EmbeddedPicture
  placements?: Partial<Record<PictureUse, PicturePlacement>>
  emissive: readonly [red: number, green: number, blue: number]
  /** Absent for opaque materials, whose alpha has no effect. */
  alphaMode?: 'MASK' | 'BLEND'
  /** Alpha below which a `MASK` is invisible; 0.5 by default. */
  alphaCutoff?: number
  /** Absent if unknown: surfaces of imported files are then drawn from both sides. */
  isDoubleSided?: boolean
}

/** A model as surfaces, without its node hierarchy, bones and animations. */
export type Parts = { parts: MeshPart[]; materials: PartMaterial[] }

export const sumTriangles = ({ parts }: Pick<Parts, 'parts'>): number =>
  parts.reduce((sum, { indices }) => sum + indices.length / 3, 0)
