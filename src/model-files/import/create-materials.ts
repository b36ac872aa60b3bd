import type { Document, Material } from '@gltf-transform/core'
import { EXTTextureWebP, KHRMaterialsEmissiveStrength } from '@gltf-transform/extensions'
import { type EmbeddedPicture, type PartMaterial, type Parts, pictureUses } from '../mesh/parts.ts'

/** OpenGL's constants (glTF 2.0, section 5.26). */
const wrapModes = { repeat: 10_497, clamp: 33_071, mirror: 33_648 } as const

const slots = {
  picture: { texture: 'setBaseColorTexture', getInfo: 'getBaseColorTextureInfo' },
  normalPicture: { texture: 'setNormalTexture', getInfo: 'getNormalTextureInfo' },
  surfacePicture: {
    texture: 'setMetallicRoughnessTexture',
    getInfo: 'getMetallicRoughnessTextureInfo',
  },
  emissivePicture: { texture: 'setEmissiveTexture', getInfo: 'getEmissiveTextureInfo' },
  occlusionPicture: { texture: 'setOcclusionTexture', getInfo: 'getOcclusionTextureInfo' },
} as const

export function createMaterials(document: Document, { parts, materials }: Parts): Material[] {
  const textures = new Map<EmbeddedPicture, ReturnType<Document['createTexture']>>()
  const getTexture = (picture: EmbeddedPicture) => {
    const known = textures.get(picture)
    if (known) return known
    if (picture.mimeType === 'image/webp')
      document.createExtension(EXTTextureWebP).setRequired(true)
    const texture = document
      .createTexture(picture.name)
      .setImage(picture.bytes)
      .setMimeType(picture.mimeType)
    textures.set(picture, texture)
    return texture
  }
  return materials.map((described, index) => {
    const material = createPlain(document, described)
    for (const use of pictureUses) {
      const picture = described[use]
      const placement = described.placements?.[use]
      const place = placement?.uvs ?? 0
      // The steps that rebuild surfaces keep only the first set of texture coordinates.
      const isPlaced = parts.every(
        (part) => part.material !== index || place === 0 || part.moreUvs?.[place - 1],
      )
      if (!picture || !isPlaced) continue
      const { texture, getInfo } = slots[use]
      material[texture](getTexture(picture))
      const [s, t] = placement?.wrap ?? ['repeat', 'repeat']
      material[getInfo]()?.setTexCoord(place).setWrapS(wrapModes[s]).setWrapT(wrapModes[t])
    }
    return material
  })
}

function createPlain(document: Document, described: PartMaterial): Material {
  const { name, color, metalness, roughness, emissive, alphaCutoff = 0.5 } = described
  const strength = Math.max(1, ...emissive)
  const [red, green, blue] = emissive
  const material = document
    .createMaterial(name)
    .setBaseColorFactor([...color])
    .setMetallicFactor(metalness)
    .setRoughnessFactor(roughness)
    .setEmissiveFactor([red / strength, green / strength, blue / strength])
    // Imported surfaces are often not closed, so both sides are visible by default.
    .setDoubleSided(described.isDoubleSided ?? true)
    .setAlphaMode(described.alphaMode ?? (color[3] < 1 ? 'BLEND' : 'OPAQUE'))
    .setAlphaCutoff(alphaCutoff)
  if (strength > 1) {
    const extension = document.createExtension(KHRMaterialsEmissiveStrength)
    const bright = extension.createEmissiveStrength().setEmissiveStrength(strength)
    material.setExtension(extension.extensionName, bright)
  }
  return material
}
