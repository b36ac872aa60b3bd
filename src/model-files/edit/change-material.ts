import { listOwnKeys } from '#lib/own-value.ts'
import type { Document, Material, Texture, TextureInfo } from '@gltf-transform/core'
import {
  type EmissiveStrength,
  EXTTextureWebP,
  KHRMaterialsEmissiveStrength,
} from '@gltf-transform/extensions'
import { decodeSrgb } from '../export/vertex-colors.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import type { MaterialChange, NewPicture, ReplaceableUse } from './edit-steps.ts'

/**
 * Changes a material in place.
 *    @returns a sentence about the change.
 *    @throws {UnworkableModelError} if the model cannot hold the change.
 */
export function changeMaterial(document: Document, place: number, change: MaterialChange): string {
  const material = document.getRoot().listMaterials()[place]
  if (!material) throw new UnworkableModelError('This material is not in the file.')
  if (material.getExtension('KHR_materials_pbrSpecularGlossiness')) {
    throw new UnworkableModelError(
      'This material has the older form with specular and glossiness, which cannot be changed here.',
    )
  }
  if (change.color !== undefined) {
    const [red, green, blue] = parseColor(change.color)
    material.setBaseColorFactor([red, green, blue, material.getAlpha()])
  }
  if (change.metalness !== undefined) material.setMetallicFactor(change.metalness)
  if (change.roughness !== undefined) material.setRoughnessFactor(change.roughness)
  if (change.emissive !== undefined) material.setEmissiveFactor(parseColor(change.emissive))
  if (change.emissiveStrength !== undefined) {
    setEmissiveStrength(document, material, change.emissiveStrength)
  }
  const pictures = change.pictures ?? {}
  for (const use of listOwnKeys(pictures)) {
    const picture = pictures[use]
    if (picture !== undefined) replacePicture(document, material, { use, picture })
  }
  if (change.opacity !== undefined) setOpacity(material, change.opacity)
  const name = material.getName()
  return name === '' ? 'Material changed.' : `Material “${name}” changed.`
}

const parseColor = (color: string): [number, number, number] => {
  const channel = (at: number) => decodeSrgb(Number.parseInt(color.slice(at, at + 2), 16))
  return [channel(1), channel(3), channel(5)]
}

function setEmissiveStrength(document: Document, material: Material, strength: number): void {
  const extension = document.createExtension(KHRMaterialsEmissiveStrength)
  const name = KHRMaterialsEmissiveStrength.EXTENSION_NAME
  if (strength === 1) {
    material.setExtension(name, null)
    return
  }
  const held = material.getExtension<EmissiveStrength>(name) ?? extension.createEmissiveStrength()
  material.setExtension(name, held.setEmissiveStrength(strength))
}

/**
 * Sets the opacity. Alpha mode `MASK` stays, and a material whose texture has alpha stays
 * transparent.
 */
function setOpacity(material: Material, opacity: number): void {
  material.setAlpha(opacity)
  if (material.getAlphaMode() === 'MASK') return
  const isBlended =
    opacity < 1 || (material.getAlphaMode() === 'BLEND' && material.getBaseColorTexture() !== null)
  material.setAlphaMode(isBlended ? 'BLEND' : 'OPAQUE')
}

type Slot = {
  set: (material: Material, texture: Texture | null) => Material
  getInfo: (material: Material) => TextureInfo | null
  label: string
}

const slots: Record<ReplaceableUse, Slot> = {
  color: {
    set: (material, texture) => material.setBaseColorTexture(texture),
    getInfo: (material) => material.getBaseColorTextureInfo(),
    label: 'base colour',
  },
  normal: {
    set: (material, texture) => material.setNormalTexture(texture),
    getInfo: (material) => material.getNormalTextureInfo(),
    label: 'normals',
  },
  surface: {
    set: (material, texture) => material.setMetallicRoughnessTexture(texture),
    getInfo: (material) => material.getMetallicRoughnessTextureInfo(),
    label: 'metalness and roughness',
  },
  emissive: {
    set: (material, texture) => material.setEmissiveTexture(texture),
    getInfo: (material) => material.getEmissiveTextureInfo(),
    label: 'emissive',
  },
}

type Replacing = { use: ReplaceableUse; picture: NewPicture | 'none' }

function replacePicture(document: Document, material: Material, { use, picture }: Replacing): void {
  const { set, getInfo } = slots[use]
  if (picture === 'none') {
    set(material, null)
    return
  }
  assertHasUvs(document, material)
  if (picture.mimeType === 'image/webp') document.createExtension(EXTTextureWebP).setRequired(true)
  const texture = document
    .createTexture(picture.name)
    .setImage(picture.bytes)
    .setMimeType(picture.mimeType)
  const coordinates = getInfo(material)?.getTexCoord() ?? 0
  set(material, texture)
  getInfo(material)?.setTexCoord(coordinates)
  // glTF multiplies an emissive texture by the emissive factor, which is black by default.
  if (use === 'emissive' && material.getEmissiveFactor().every((value) => value === 0)) {
    material.setEmissiveFactor([1, 1, 1])
  }
}

function assertHasUvs(document: Document, material: Material): void {
  const lacks = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .some(
      (primitive) => primitive.getMaterial() === material && !primitive.getAttribute('TEXCOORD_0'),
    )
  if (lacks) {
    throw new UnworkableModelError(
      'Surfaces with this material have no texture coordinates. Press Make UVs under UV layout first.',
    )
  }
}
