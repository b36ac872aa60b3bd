/**
 * One surface of a model, in metres, y up. Triangles are counter-clockwise as seen from outside.
 */
export type MeshPart = {
  positions: Float32Array
  indices: Uint32Array
  normals?: Float32Array
  /** u, v of each point. v grows downwards, as in glTF. */
  uvs?: Float32Array
  /** Further texture coordinates, for pictures with `PicturePlacement.uvs` from 1 on. */
  moreUvs?: readonly Float32Array[]
  /** Linear red, green, blue of each point, 0 to 1. */
  colors?: Float32Array
  /** Index in `Parts.materials`. */
  material: number
  /** Name in the file. Consecutive parts with the same name belong together. */
  name?: string
}

export type EmbeddedPicture = { mimeType: string; bytes: Uint8Array; name: string }

/** Fields of a material with pictures. The first field with a picture determines `MeshPart.uvs`. */
export const pictureUses = [
  'picture',
  'normalPicture',
  'surfacePicture',
  'emissivePicture',
  'occlusionPicture',
] as const
export type PictureUse = (typeof pictureUses)[number]

export type Wrapping = 'repeat' | 'clamp' | 'mirror'

/** How a picture is placed on a surface. Missing if it uses `MeshPart.uvs` and repeats. */
export type PicturePlacement = {
  /** 0 stands for `MeshPart.uvs`, 1 for the first entry of `moreUvs`. */
  uvs: number
  /** How the picture continues outside 0 to 1, horizontally and vertically. */
  wrap: readonly [s: Wrapping, t: Wrapping]
}

export type PartMaterial = {
  name: string
  /** Linear red, green and blue, and alpha. */
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
  /** Undefined for opaque materials. Their alpha has no effect. */
  alphaMode?: 'MASK' | 'BLEND'
  /** With `MASK`, points with a lower alpha are invisible. 0.5 by default. */
  alphaCutoff?: number
  /** Undefined if unknown. Surfaces of imported files are then visible from both sides. */
  isDoubleSided?: boolean
}

/** Material of surfaces that a cut or a repair creates. */
export const cutMaterial: PartMaterial = {
  name: 'cut',
  color: [0.6, 0.6, 0.6, 1],
  metalness: 0,
  roughness: 0.7,
  emissive: [0, 0, 0],
}

/** A model as surfaces, without its node hierarchy, bones and animations. */
export type Parts = { parts: MeshPart[]; materials: PartMaterial[] }

export const sumTriangles = ({ parts }: Pick<Parts, 'parts'>): number =>
  parts.reduce((sum, { indices }) => sum + indices.length / 3, 0)
