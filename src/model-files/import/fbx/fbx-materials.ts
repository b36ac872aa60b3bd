import type { LossNoun } from '../loss-noun.ts'
import { dropUndefined } from '#lib/own-value.ts'
import type { EmbeddedPicture } from '../../mesh/parts.ts'
import type { FbxPictures } from './fbx-pictures.ts'
import { toLinear } from '../to-linear.ts'
import { type FbxObject, type FbxScene, getNumber, getVector } from './fbx-scene.ts'

export type FbxTexture = {
  readonly picture: EmbeddedPicture
  readonly offset: readonly [number, number]
  readonly scale: readonly [number, number]
  readonly isClamped: readonly [boolean, boolean]
}

export type FbxMaterial = {
  readonly name: string
  readonly color: readonly [number, number, number, number]
  readonly metalness: number
  readonly roughness: number
  readonly isBlended: boolean
  readonly emissive: readonly [number, number, number]
  readonly colorTexture?: FbxTexture
  readonly normalTexture?: FbxTexture
  readonly emissiveTexture?: FbxTexture
  readonly occlusionTexture?: FbxTexture
  readonly surfaceTexture?: FbxTexture
}

type Role = 'color' | 'normal' | 'emissive' | 'occlusion' | 'metalness' | 'roughness' | 'opacity'

/** Roles of textures, by the plain name of the material property. */
const roles: Readonly<Record<string, Role>> = {
  diffusecolor: 'color',
  diffuse: 'color',
  basecolor: 'color',
  color: 'color',
  normal: 'normal',
  normalcamera: 'normal',
  emissivecolor: 'emissive',
  emissive: 'emissive',
  emission: 'emissive',
  emissioncolor: 'emissive',
  emitcolor: 'emissive',
  ao: 'occlusion',
  ambientocclusion: 'occlusion',
  occlusion: 'occlusion',
  metallic: 'metalness',
  metalness: 'metalness',
  roughness: 'roughness',
  specularroughness: 'roughness',
  transparentcolor: 'opacity',
  transparencyfactor: 'opacity',
  opacity: 'opacity',
  cutout: 'opacity',
}

const otherRoles: Readonly<Record<string, LossNoun>> = {
  bump: 'bump map',
  displacement: 'displacement map',
  displacementcolor: 'displacement map',
  specularcolor: 'specular map',
  specularfactor: 'specular map',
  shininess: 'gloss map',
  shininessexponent: 'gloss map',
  reflectioncolor: 'reflection map',
  reflectionfactor: 'reflection map',
  ambientcolor: 'ambient map',
}

/** Removes path, `TEX_` and `map` from a property such as `Maya|TEX_color_map`. */
const getPlainName = (property: string): string =>
  (property.split('|').at(-1) ?? '')
    .toLowerCase()
    .replace(/^tex_/, '')
    .replace(/_?(?:map|shader|tex|texture)$/, '')
    .replaceAll('_', '')

type Reading = {
  readonly scene: FbxScene
  readonly pictures: FbxPictures
  readonly leaveOut: (what: LossNoun) => void
}

/**
 * Converts a material to glTF's model, with shininess as the most similar roughness.
 * @param loose textures of the model itself, as in FBX 6.
 */
export function getFbxMaterial(
  material: FbxObject,
  { scene, pictures, leaveOut }: Reading,
  loose: readonly FbxObject[] = [],
): FbxMaterial {
  const textures = new Map<Role, FbxTexture>()
  const add = (role: Role, object: FbxObject) => {
    const texture = getTexture(object, pictures)
    if (texture && !textures.has(role)) textures.set(role, texture)
  }
  for (const { object, property } of material.children) {
    if (!['Texture', 'LayeredTexture'].includes(object.kind)) continue
    const plain = getPlainName(property)
    const role = new Map(Object.entries(roles)).get(plain)
    if (role) add(role, object)
    else leaveOut(new Map(Object.entries(otherRoles)).get(plain) ?? 'other map')
  }
  const [first] = loose
  if (first && !textures.has('color')) add('color', first)
  const values = new MaterialValues(material)
  const colorTexture = textures.get('color')
  const opacityTexture = textures.get('opacity')
  if (opacityTexture && opacityTexture.picture !== colorTexture?.picture) leaveOut('opacity map')
  const surfaceTexture = getSurfaceTexture(textures, leaveOut)
  const [red, green, blue] = colorTexture ? [1, 1, 1] : values.color.map(toLinear)
  return {
    name: material.name,
    color: [red ?? 1, green ?? 1, blue ?? 1, values.opacity],
    // A picture with transparent pixels needs blending, even if the material's colour is opaque.
    isBlended: values.opacity < 1 || opacityTexture !== undefined,
    metalness: surfaceTexture ? 1 : values.getMetalness(scene.creator),
    roughness: surfaceTexture ? 1 : values.getRoughness(scene.creator),
    emissive: textures.has('emissive') ? [1, 1, 1] : values.emissive,
    ...(colorTexture && { colorTexture }),
    ...dropUndefined({
      normalTexture: textures.get('normal'),
      emissiveTexture: textures.get('emissive'),
      occlusionTexture: textures.get('occlusion'),
      surfaceTexture,
    }),
  }
}

/**
 * Returns the texture of roughness and metalness. glTF has one picture for both, so two separate
 * pictures are left out.
 */
function getSurfaceTexture(
  textures: ReadonlyMap<Role, FbxTexture>,
  leaveOut: (what: LossNoun) => void,
): FbxTexture | undefined {
  const [metalness, roughness] = [textures.get('metalness'), textures.get('roughness')]
  if (metalness && metalness.picture === roughness?.picture) return metalness
  if (metalness) leaveOut('metalness map')
  if (roughness) leaveOut('roughness map')
  return undefined
}

class MaterialValues {
  readonly #values: Map<string, readonly unknown[]>
  readonly #material: FbxObject

  constructor(material: FbxObject) {
    this.#material = material
    // The shader's own properties come last and replace the common properties.
    this.#values = new Map(
      [...material.properties].map(([name, values]) => [getPlainName(name), values]),
    )
  }

  #find(...names: readonly string[]): number | undefined {
    for (const name of names) {
      const value = this.#values.get(name)?.[0]
      if (typeof value === 'number' && Number.isFinite(value)) return value
    }
    return undefined
  }

  #findColor(...names: readonly string[]): [number, number, number] | undefined {
    for (const name of names) {
      const [red, green, blue] = this.#values.get(name) ?? []
      if (typeof red === 'number' && typeof green === 'number' && typeof blue === 'number') {
        return [red, green, blue]
      }
    }
    return undefined
  }

  get color(): [number, number, number] {
    const physical = this.#findColor('basecolor')
    const factor = physical
      ? (this.#find('base', 'baseweight') ?? 1)
      : (getNumber(this.#material, 'DiffuseFactor') ?? 1)
    const color = physical ?? this.#findColor('diffusecolor', 'diffuse', 'color') ?? [0.8, 0.8, 0.8]
    return [color[0] * factor, color[1] * factor, color[2] * factor]
  }

  get emissive(): [number, number, number] {
    const color = this.#findColor('emissioncolor', 'emitcolor', 'emissivecolor', 'emissive')
    if (!color) return [0, 0, 0]
    const factor =
      this.#find('emission', 'emissionweight', 'emissivefactor', 'emissiveintensity') ?? 1
    const [red, green, blue] = color.map(
      (value) => toLinear(value) * Math.min(1, Math.max(0, factor)),
    )
    return [red ?? 0, green ?? 0, blue ?? 0]
  }

  get opacity(): number {
    const stated = this.#find('transparencyfactor')
    // Many programs write 1 beside a white transparent colour and mean opaque, so 1 is ignored.
    if (stated !== undefined && stated > 0 && stated < 1) return 1 - stated
    const opacity = this.#find('opacity')
    return opacity !== undefined && opacity > 0 && opacity < 1 ? opacity : 1
  }

  getMetalness(creator: string): number {
    const stated = this.#find('metalness', 'metallic', 'basemetalness')
    if (stated !== undefined) return Math.min(1, Math.max(0, stated))
    const reflection = /Blender/i.test(creator) ? this.#find('reflectionfactor') : undefined
    return Math.min(1, Math.max(0, reflection ?? 0))
  }

  getRoughness(creator: string): number {
    const stated = this.#find('roughness', 'specularroughness')
    if (stated !== undefined) return Math.min(1, Math.max(0, stated))
    const shininess = Math.max(0, this.#find('shininess', 'shininessexponent') ?? 8)
    // Blender writes a shininess of (1 − roughness)² × 100.
    if (/Blender/i.test(creator)) return Math.max(0, 1 - Math.sqrt(shininess) / 10)
    return Math.sqrt(2 / (shininess + 2))
  }
}

function getTexture(object: FbxObject, pictures: FbxPictures): FbxTexture | undefined {
  // Only the first layer of a layered texture is shown.
  const layer = object.kind === 'LayeredTexture' ? object.children[0]?.object : object
  if (!layer || layer.kind !== 'Texture') return undefined
  const picture = pictures.find(layer)
  if (!picture) return undefined
  const [u, v] = getVector(layer, 'Translation')
  const [su, sv] = getVector(layer, 'Scaling', 1)
  const isClamped = (name: string) => getNumber(layer, name) === 1
  return {
    picture,
    offset: [u, v],
    scale: [su || 1, sv || 1],
    isClamped: [isClamped('WrapModeU'), isClamped('WrapModeV')],
  }
}
