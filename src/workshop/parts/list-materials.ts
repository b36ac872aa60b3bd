import { formatDecimal, formatPercent } from '#lib/format.ts'
import {
  type Color,
  DoubleSide,
  type Material,
  type MeshPhysicalMaterial,
  type MeshStandardMaterial,
  type Object3D,
  Mesh,
  SRGBColorSpace,
  Texture,
} from 'three'
import { t } from '#languages/viewer.ts'
import { getMeanTexel } from './mean-texel.ts'
import { getPictureSize } from '#viewer/gpu/picture-size.ts'
import { getMaterials } from '#viewer/look/own-materials.ts'
import { asNumber } from '#lib/fields.ts'
import type { MaterialFacts, MaterialSettings, MaterialTexture } from '../state/material-facts.ts'

type Slot = readonly [key: keyof MeshPhysicalMaterial, label: string]

const textureSlots: readonly Slot[] = [
  ['map', t('Base colour')],
  ['normalMap', t('Normals')],
  ['roughnessMap', t('Roughness')],
  ['metalnessMap', t('Metalness')],
  ['aoMap', t('Ambient occlusion')],
  ['emissiveMap', t('Emissive')],
  ['clearcoatMap', t('Clearcoat')],
  ['clearcoatRoughnessMap', t('Clearcoat roughness')],
  ['clearcoatNormalMap', t('Clearcoat normals')],
  ['sheenColorMap', t('Sheen colour')],
  ['sheenRoughnessMap', t('Sheen roughness')],
  ['transmissionMap', t('Transmission')],
  ['thicknessMap', t('Thickness')],
  ['iridescenceMap', t('Iridescence')],
  ['anisotropyMap', t('Anisotropy')],
  ['specularIntensityMap', t('Specular')],
  ['specularColorMap', t('Specular colour')],
]

const factors: readonly Slot[] = [
  ['clearcoat', t('Clearcoat')],
  ['sheen', t('Sheen')],
  ['transmission', t('Transmission')],
  ['iridescence', t('Iridescence')],
  ['anisotropy', t('Anisotropy')],
  ['dispersion', t('Dispersion')],
]

export function listMaterials(root: Object3D): Material[] {
  const found = new Set<Material>()
  root.traverse((object) => {
    if (!(object instanceof Mesh) || !object.layers.isEnabled(0)) return
    for (const material of getMaterials(object)) found.add(material)
  })
  return [...found]
}

export function describeMaterial(material: Material, at: number): MaterialFacts {
  // Materials of the viewer have this class, or a class with fewer properties.
  const { name, color, opacity, alphaTest, transparent, side, vertexColors } =
    material as MeshStandardMaterial
  const standard = material as Partial<MeshPhysicalMaterial>
  const mean = {
    color: getMeanTexel(standard.map),
    metalness: getMeanTexel(standard.metalnessMap)?.b,
    roughness: getMeanTexel(standard.roughnessMap)?.g,
  }
  return {
    name: name.replaceAll('_', ' ') || t('Material {at}', { at: at + 1 }),
    place: asNumber(material.userData['place']),
    settings: getSettings(standard),
    color: color && getCss(mean.color ? color.clone().multiply(mean.color) : color),
    values: [
      ...(color ? [[t('Base colour'), describeColor(color, mean.color)] as const] : []),
      ...percent(t('Metalness'), standard.metalness, mean.metalness),
      ...percent(t('Roughness'), standard.roughness, mean.roughness),
      ...getEmission(standard),
      [t('Alpha'), describeAlpha({ opacity, alphaTest, transparent })],
      ...(side === DoubleSide ? [[t('Sides'), t('Both')] as const] : []),
      ...(vertexColors ? [[t('Vertex colours'), t('Used')] as const] : []),
      ...factors.flatMap(([key, label]) => {
        const value = standard[key]
        return typeof value === 'number' && value > 0 ? percent(label, value) : []
      }),
      ...(standard.transmission && standard.ior !== undefined
        ? [[t('Index of refraction'), formatDecimal(standard.ior, 3)] as const]
        : []),
      ...('isMeshBasicMaterial' in material ? [[t('Lighting'), t('Unlit')] as const] : []),
    ],
    textures: textureSlots.flatMap(([key, use]) => {
      const texture = standard[key]
      return texture instanceof Texture ? [describeTexture(use, texture)] : []
    }),
  }
}

const getCss = (color: Color): string => `#${color.getHexString(SRGBColorSpace)}`

const describeColor = (color: Color, mean: Color | undefined): string =>
  mean
    ? t('texture × {color}, on average {mean}', {
        color: getCss(color),
        mean: getCss(color.clone().multiply(mean)),
      })
    : getCss(color)

function percent(label: string, value: number | undefined, mean?: number) {
  if (value === undefined) return []
  const text = formatPercent(value)
  const shown =
    mean === undefined
      ? text
      : t('texture × {text}, on average {mean}', { text, mean: formatPercent(value * mean) })
  return [[label, shown] as const]
}

function getSettings(material: Partial<MeshPhysicalMaterial>): MaterialSettings | undefined {
  const { color, metalness, roughness, emissive, emissiveIntensity = 1, opacity = 1 } = material
  if (!color) return undefined
  return {
    color: getCss(color),
    opacity,
    pictures: [
      ...(material.map ? (['color'] as const) : []),
      ...(material.normalMap ? (['normal'] as const) : []),
      ...(material.roughnessMap || material.metalnessMap ? (['surface'] as const) : []),
      ...(material.emissiveMap ? (['emissive'] as const) : []),
    ],
    ...(metalness !== undefined &&
      roughness !== undefined &&
      emissive && {
        surface: {
          metalness,
          roughness,
          emissive: getCss(emissive),
          emissiveStrength: emissiveIntensity,
        },
      }),
  }
}

function getEmission({
  emissive,
  emissiveIntensity = 1,
  emissiveMap,
}: Partial<MeshStandardMaterial>) {
  if (!emissive || (emissive.r === 0 && emissive.g === 0 && emissive.b === 0)) return []
  const strength = emissiveIntensity === 1 ? '' : ` × ${formatDecimal(emissiveIntensity, 2)}`
  const color = `${getCss(emissive)}${strength}`
  return [[t('Emissive'), emissiveMap ? t('texture × {color}', { color }) : color] as const]
}

function describeAlpha({
  opacity,
  alphaTest,
  transparent,
}: Pick<Material, 'opacity' | 'alphaTest' | 'transparent'>): string {
  if (alphaTest > 0)
    return t('Cut out below {alphaTest}%', { alphaTest: Math.round(alphaTest * 100) })
  return transparent
    ? t('Blended, {opacity}%', { opacity: Math.round(opacity * 100) })
    : t('Opaque')
}

function describeTexture(use: string, texture: Texture): MaterialTexture {
  const { width, height } = getPictureSize(texture.image)
  return {
    use,
    name: texture.name,
    ...(width && height && { widthPx: width, heightPx: height }),
  }
}
