import {
  Color,
  Light,
  Material,
  Mesh,
  type MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Object3D,
  SpotLight,
  Texture,
} from 'three'
import type { GLTFParser } from 'three/addons/loaders/GLTFLoader.js'
import { ownValue } from '#lib/own-value.ts'

/** A property that an animation can change, with its numbers in glTF's order. */
export type PointerTarget = {
  read: () => number[]
  write: (values: readonly number[]) => void
  isRotation?: boolean
}

/**
 * Resolves a JSON pointer of `KHR_animation_pointer`. Returns an empty list for unsupported
 * targets.
 */
export async function findTargets(parser: GLTFParser, pointer: string): Promise<PointerTarget[]> {
  const [, kind, place, ...rest] = pointer.split('/')
  const path = rest.join('/')
  if (kind === 'materials') {
    return materialsAt(parser, Number(place)).flatMap((material) => materialTarget(material, path))
  }
  if (kind === 'nodes') {
    const node: Object3D | undefined = await parser.getDependency('node', Number(place))
    return node ? nodeTarget(node, path) : []
  }
  if (kind === 'extensions' && place === 'KHR_lights_punctual' && rest[0] === 'lights') {
    const light: unknown = await parser.getDependency('light', Number(rest[1]))
    return light instanceof Light ? lightTarget(light, rest.slice(2).join('/')) : []
  }
  return []
}

/**
 * Returns all three.js materials of a glTF material, which three.js clones for meshes with
 * different attributes.
 */
function materialsAt(parser: GLTFParser, place: number): Material[] {
  const found: Material[] = []
  for (const [made, { materials }] of parser.associations as Map<object, { materials?: number }>) {
    if (made instanceof Material && materials === place) found.push(made)
  }
  return found
}

/**
 * Numeric properties of three.js by glTF path. A property in `switching` recompiles the shader when
 * it changes to or from zero.
 */
const numbers = {
  'pbrMetallicRoughness/metallicFactor': 'metalness',
  'pbrMetallicRoughness/roughnessFactor': 'roughness',
  alphaCutoff: 'alphaTest',
  'occlusionTexture/strength': 'aoMapIntensity',
  'extensions/KHR_materials_emissive_strength/emissiveStrength': 'emissiveIntensity',
  'extensions/KHR_materials_ior/ior': 'ior',
  'extensions/KHR_materials_clearcoat/clearcoatFactor': 'clearcoat',
  'extensions/KHR_materials_clearcoat/clearcoatRoughnessFactor': 'clearcoatRoughness',
  'extensions/KHR_materials_sheen/sheenRoughnessFactor': 'sheenRoughness',
  'extensions/KHR_materials_transmission/transmissionFactor': 'transmission',
  'extensions/KHR_materials_volume/thicknessFactor': 'thickness',
  'extensions/KHR_materials_volume/attenuationDistance': 'attenuationDistance',
  'extensions/KHR_materials_iridescence/iridescenceFactor': 'iridescence',
  'extensions/KHR_materials_iridescence/iridescenceIor': 'iridescenceIOR',
  'extensions/KHR_materials_anisotropy/anisotropyStrength': 'anisotropy',
  'extensions/KHR_materials_anisotropy/anisotropyRotation': 'anisotropyRotation',
  'extensions/KHR_materials_specular/specularFactor': 'specularIntensity',
  'extensions/KHR_materials_dispersion/dispersion': 'dispersion',
} as const
type NumberKey = (typeof numbers)[keyof typeof numbers]
const switching = new Set<string>([
  'alphaTest',
  'clearcoat',
  'transmission',
  'iridescence',
  'anisotropy',
  'dispersion',
])
const colors = {
  emissiveFactor: 'emissive',
  'extensions/KHR_materials_sheen/sheenColorFactor': 'sheenColor',
  'extensions/KHR_materials_volume/attenuationColor': 'attenuationColor',
  'extensions/KHR_materials_specular/specularColorFactor': 'specularColor',
} as const
type ColorKey = (typeof colors)[keyof typeof colors]
const textureSlots: Readonly<Record<string, readonly (keyof MeshPhysicalMaterial)[]>> = {
  'pbrMetallicRoughness/baseColorTexture': ['map'],
  'pbrMetallicRoughness/metallicRoughnessTexture': ['metalnessMap', 'roughnessMap'],
  normalTexture: ['normalMap'],
  occlusionTexture: ['aoMap'],
  emissiveTexture: ['emissiveMap'],
}

function materialTarget(material: Material, path: string): PointerTarget[] {
  // Unlit materials support only the colour.
  const standard = material as MeshPhysicalMaterial
  if (path === 'pbrMetallicRoughness/baseColorFactor') {
    return [
      {
        read: () => [...standard.color.toArray(), standard.opacity],
        write: ([red = 0, green = 0, blue = 0, alpha = 1]) => {
          standard.color.setRGB(red, green, blue)
          standard.opacity = alpha
        },
      },
    ]
  }
  if (!(material instanceof MeshStandardMaterial)) return []
  if (path === 'normalTexture/scale') {
    const { normalScale } = material
    // three.js negates y for meshes without tangents.
    const down = Math.sign(normalScale.y) || 1
    return [
      {
        read: () => [normalScale.x],
        write: ([scale = 1]) => void normalScale.set(scale, scale * down),
      },
    ]
  }
  const [slot, transform] = path.split('/extensions/KHR_texture_transform/')
  if (slot !== undefined && transform !== undefined) {
    return (textureSlots[slot] ?? []).flatMap((name) => {
      const texture = standard[name]
      return texture instanceof Texture ? transformTarget(texture, transform) : []
    })
  }
  const number = ownValue<NumberKey>(numbers, path)
  if (number && typeof standard[number] === 'number') return [numberTarget(standard, number)]
  const color = ownValue<ColorKey>(colors, path)
  // Only materials of the class `MeshPhysicalMaterial` have all these colours.
  const value: unknown = color && standard[color]
  return value instanceof Color ? [colorTarget(value)] : []
}

const numberTarget = (material: MeshPhysicalMaterial, key: NumberKey): PointerTarget => ({
  read: () => [material[key]],
  write: ([value = 0]) => {
    if (switching.has(key) && value > 0 !== material[key] > 0) material.needsUpdate = true
    material[key] = value
  },
})

const colorTarget = (color: Color): PointerTarget => ({
  read: () => color.toArray(),
  write: ([red = 0, green = 0, blue = 0]) => void color.setRGB(red, green, blue),
})

function transformTarget(texture: Texture, what: string): PointerTarget[] {
  if (what === 'rotation') {
    return [
      {
        read: () => [texture.rotation],
        write: ([angle = 0]) => {
          texture.rotation = angle
        },
      },
    ]
  }
  const vector = { offset: texture.offset, scale: texture.repeat }[what]
  return vector
    ? [{ read: () => vector.toArray(), write: ([x = 0, y = 0]) => void vector.set(x, y) }]
    : []
}

function nodeTarget(node: Object3D, path: string): PointerTarget[] {
  const moved = (write: (values: readonly number[]) => void) => (values: readonly number[]) => {
    write(values)
    node.updateMatrix()
  }
  switch (path) {
    case 'translation':
    case 'scale': {
      const vector = path === 'scale' ? node.scale : node.position
      return [{ read: () => vector.toArray(), write: moved((values) => vector.fromArray(values)) }]
    }
    case 'rotation':
      return [
        {
          read: () => node.quaternion.toArray(),
          write: moved((values) => node.quaternion.fromArray(values)),
          isRotation: true,
        },
      ]
    case 'weights':
      return getMeshes(node).map(({ morphTargetInfluences: influences = [] }) => ({
        read: () => [...influences],
        write: (values) => values.forEach((value, at) => (influences[at] = value)),
      }))
    case 'extensions/KHR_node_visibility/visible':
      return [
        {
          read: () => [Number(node.visible)],
          write: ([value = 1]) => {
            node.visible = value > 0
          },
        },
      ]
    default:
      return []
  }
}

/** three.js loads a mesh with several primitives as a group. */
const getMeshes = (node: Object3D): Mesh[] =>
  [node, ...node.children].filter((object): object is Mesh => object instanceof Mesh)

function lightTarget(light: Light, path: string): PointerTarget[] {
  if (path === 'color') return [colorTarget(light.color)]
  if (path === 'intensity') {
    return [
      {
        read: () => [light.intensity],
        write: ([value = 0]) => {
          light.intensity = value
        },
      },
    ]
  }
  if (path === 'spot/outerConeAngle' && light instanceof SpotLight) {
    return [
      {
        read: () => [light.angle],
        write: ([value = 0]) => {
          light.angle = value
        },
      },
    ]
  }
  return []
}
