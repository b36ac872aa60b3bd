/**
 * One surface of a model, in metres, y up. Triangles are counter-clockwise as seen from outside.
 */
export type MeshPart = {
  positions: Float32Array
  indices: Uint32Array
  normals?: Float32Array
  /** Texture coordinates u, v of each point. v grows downwards, as in glTF. */
  uvs?: Float32Array
  moreUvs?: readonly Float32Array[]
  /** Linear red, green, blue of each point, 0 to 1. */
  colors?: Float32Array
  material: number
  name?: string
}

export type EmbeddedPicture = { mimeType: string; bytes: Uint8Array; name: string }

/** Fields of a material with pictures. The first picture determines `MeshPart.uvs`. */
export const pictureUses = [
  'picture',
  'normalPicture',
  'surfacePicture',
  'emissivePicture',
  'occlusionPicture',
] as const
export type PictureUse = (typeof pictureUses)[number]

export type Wrapping = 'repeat' | 'clamp' | 'mirror'

/**
 * How a picture is placed on a surface. By default, the picture uses `MeshPart.uvs` and repeats.
 */
export type PicturePlacement = {
  /** 0 means `MeshPart.uvs`, 1 the first entry of `moreUvs`. */
  uvs: number
  /**
   * How the picture continues outside the texture coordinates 0 to 1, horizontally and vertically.
   */
  wrap: readonly [s: Wrapping, t: Wrapping]
}

export type PartMaterial = {
  name: string
  color: readonly [red: number, green: number, blue: number, alpha: number]
  metalness: number
  roughness: number
  picture?: EmbeddedPicture
  normalPicture?: EmbeddedPicture
  /** Picture with roughness in the green channel and metalness in the blue channel. */
  surfacePicture?: EmbeddedPicture
  emissivePicture?: EmbeddedPicture
  occlusionPicture?: EmbeddedPicture
  placements?: Partial<Record<PictureUse, PicturePlacement>>
  emissive: readonly [red: number, green: number, blue: number]
  /** Undefined for opaque materials, which ignore alpha. */
  alphaMode?: 'MASK' | 'BLEND'
  /** With `MASK`, points with a lower alpha are invisible. The default is 0.5. */
  alphaCutoff?: number
  /** If undefined, surfaces of imported files are visible from both sides. */
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
