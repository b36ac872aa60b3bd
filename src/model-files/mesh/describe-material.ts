import type { Material, Texture, TextureInfo } from '@gltf-transform/core'
import type { EmissiveStrength, PBRSpecularGlossiness, Transform } from '@gltf-transform/extensions'
import type {
  EmbeddedPicture,
  PartMaterial,
  PicturePlacement,
  PictureUse,
  Wrapping,
} from './parts.ts'
import { pictureUses } from './parts.ts'

/** Texture coordinates of a surface, after applying KHR_texture_transform. */
export type UvSource = {
  set: number
  offset: readonly [number, number]
  rotation: number
  scale: readonly [number, number]
}

export type DescribedMaterial = { material: PartMaterial; uvSources: readonly UvSource[] }

const plainUvs: UvSource = { set: 0, offset: [0, 0], rotation: 0, scale: [1, 1] }

/**
 * Returns a material with its pictures and their texture coordinates, first those of the first
 * picture.
 */
export function describePartMaterial(material: Material | null): DescribedMaterial {
  if (!material) return { material: noMaterial, uvSources: [plainUvs] }
  const old = material.getExtension<PBRSpecularGlossiness>('KHR_materials_pbrSpecularGlossiness')
  const strength = material.getExtension<EmissiveStrength>('KHR_materials_emissive_strength')
  const slots: Record<PictureUse, Slot> = {
    picture: old
      ? [old.getDiffuseTexture(), old.getDiffuseTextureInfo()]
      : [material.getBaseColorTexture(), material.getBaseColorTextureInfo()],
    normalPicture: [material.getNormalTexture(), material.getNormalTextureInfo()],
    surfacePicture: old
      ? [null, null]
      : [material.getMetallicRoughnessTexture(), material.getMetallicRoughnessTextureInfo()],
    emissivePicture: [material.getEmissiveTexture(), material.getEmissiveTextureInfo()],
    occlusionPicture: [material.getOcclusionTexture(), material.getOcclusionTextureInfo()],
  }
  const sources: UvSource[] = []
  const pictures: Partial<Record<PictureUse, EmbeddedPicture>> = {}
  const placements: Partial<Record<PictureUse, PicturePlacement>> = {}
  for (const use of pictureUses) {
    const [texture, info] = slots[use]
    const picture = getPicture(texture, fallbackNames[use])
    if (!picture || !info) continue
    pictures[use] = picture
    const placement = placeTexture(info, sources)
    if (placement.uvs > 0 || placement.wrap.some((one) => one !== 'repeat')) {
      placements[use] = placement
    }
  }
  const alphaMode = material.getAlphaMode()
  const [red, green, blue, alpha] = old?.getDiffuseFactor() ?? material.getBaseColorFactor()
  const [glowRed, glowGreen, glowBlue] = material.getEmissiveFactor()
  const glow = strength?.getEmissiveStrength() ?? 1
  const described: PartMaterial = {
    name: material.getName() || noMaterial.name,
    color: [red, green, blue, alphaMode === 'OPAQUE' ? 1 : alpha],
    metalness: old ? 0 : material.getMetallicFactor(),
    roughness: old ? 1 - old.getGlossinessFactor() : material.getRoughnessFactor(),
    emissive: [glowRed * glow, glowGreen * glow, glowBlue * glow],
    isDoubleSided: material.getDoubleSided(),
    ...pictures,
    ...(Object.keys(placements).length > 0 && { placements }),
    ...(alphaMode !== 'OPAQUE' && { alphaMode }),
    ...(alphaMode === 'MASK' && { alphaCutoff: material.getAlphaCutoff() }),
  }
  return { material: described, uvSources: sources.length > 0 ? sources : [plainUvs] }
}

type Slot = [texture: Texture | null, info: TextureInfo | null]

const noMaterial: PartMaterial = {
  name: 'material',
  color: [1, 1, 1, 1],
  metalness: 0,
  roughness: 1,
  emissive: [0, 0, 0],
  isDoubleSided: false,
}

const fallbackNames: Readonly<Record<PictureUse, string>> = {
  picture: 'color',
  normalPicture: 'normal',
  surfacePicture: 'surface',
  emissivePicture: 'emissive',
  occlusionPicture: 'occlusion',
}

function placeTexture(info: TextureInfo, sources: UvSource[]): PicturePlacement {
  const transform = info.getExtension<Transform>('KHR_texture_transform')
  const source: UvSource = {
    set: transform?.getTexCoord() ?? info.getTexCoord(),
    offset: transform?.getOffset() ?? [0, 0],
    rotation: transform?.getRotation() ?? 0,
    scale: transform?.getScale() ?? [1, 1],
  }
  const text = JSON.stringify(source)
  const known = sources.findIndex((one) => JSON.stringify(one) === text)
  return {
    uvs: known >= 0 ? known : sources.push(source) - 1,
    wrap: [getWrapping(info.getWrapS()), getWrapping(info.getWrapT())],
  }
}

/** Converts OpenGL's constant for repetition (glTF 2.0, section 5.26). */
const getWrapping = (wrap: number): Wrapping =>
  wrap === 33_071 ? 'clamp' : wrap === 33_648 ? 'mirror' : 'repeat'

export function transformUvs(
  uvs: Float32Array,
  { offset, rotation, scale }: UvSource,
): Float32Array {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  for (let at = 0; at < uvs.length; at += 2) {
    const u = (uvs[at] ?? 0) * scale[0]
    const v = (uvs[at + 1] ?? 0) * scale[1]
    uvs[at] = cos * u + sin * v + offset[0]
    uvs[at + 1] = cos * v - sin * u + offset[1]
  }
  return uvs
}

function getPicture(texture: Texture | null, fallback: string): EmbeddedPicture | undefined {
  const bytes = texture?.getImage()
  if (!texture || !bytes) return undefined
  return { mimeType: texture.getMimeType(), bytes, name: texture.getName() || fallback }
}
