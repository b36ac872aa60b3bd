import type { Color, MeshPhysicalMaterial, Texture } from 'three'
import { isRecord } from '#lib/fields.ts'
import { t } from '#languages/viewer.ts'
import { colorGlsl, dataGlsl, type InspectMode } from './display-mode.ts'
import { setSource, white } from './inspect-uniforms.ts'

type Channel = {
  map: keyof MeshPhysicalMaterial
  factor: keyof MeshPhysicalMaterial
  /** Texture channel with the value. Undefined for a colour. */
  part?: 'x' | 'y' | 'z' | 'w'
  /** Property that is zero for a material without the extension. */
  strength: keyof MeshPhysicalMaterial
}

/** Display modes for the channels of the material extensions `KHR_materials_*`. */
export const extensionModes = [
  createExtensionMode('clearcoat', t('Clearcoat'), {
    map: 'clearcoatMap',
    factor: 'clearcoat',
    part: 'x',
    strength: 'clearcoat',
  }),
  createExtensionMode('clearcoatRoughness', t('Clearcoat roughness'), {
    map: 'clearcoatRoughnessMap',
    factor: 'clearcoatRoughness',
    part: 'y',
    strength: 'clearcoat',
  }),
  createExtensionMode('sheenColor', t('Sheen colour'), {
    map: 'sheenColorMap',
    factor: 'sheenColor',
    strength: 'sheen',
  }),
  createExtensionMode('sheenRoughness', t('Sheen roughness'), {
    map: 'sheenRoughnessMap',
    factor: 'sheenRoughness',
    part: 'w',
    strength: 'sheen',
  }),
  createExtensionMode('transmission', t('Transmission'), {
    map: 'transmissionMap',
    factor: 'transmission',
    part: 'x',
    strength: 'transmission',
  }),
  createExtensionMode('iridescence', t('Iridescence'), {
    map: 'iridescenceMap',
    factor: 'iridescence',
    part: 'x',
    strength: 'iridescence',
  }),
  createExtensionMode('anisotropy', t('Anisotropy'), {
    map: 'anisotropyMap',
    factor: 'anisotropy',
    part: 'z',
    strength: 'anisotropy',
  }),
  createExtensionMode('specular', t('Specular'), {
    map: 'specularIntensityMap',
    factor: 'specularIntensity',
    part: 'w',
    strength: 'specularIntensity',
  }),
  createExtensionMode('specularColor', t('Specular colour'), {
    map: 'specularColorMap',
    factor: 'specularColor',
    strength: 'specularIntensity',
  }),
] as const

function createExtensionMode<Value extends string>(
  value: Value,
  label: string,
  { map, factor, part, strength }: Channel,
): InspectMode<Value> {
  return {
    value,
    label,
    group: t('Material extensions'),
    legend: part
      ? t('White is full strength, black is none. Stripes: the model has none.')
      : t('The colour without lighting. Stripes: the model has none.'),
    glsl: part ? dataGlsl : colorGlsl,
    prepare: (uniforms, { original }) => {
      const material = original as Partial<MeshPhysicalMaterial>
      const number = material[factor]
      uniforms.isMissing.value = !material[strength]
      uniforms.alphaCut.value = 0
      const texture = material[map]
      const colour = !part && isColor(number) ? number : white
      setSource(uniforms, isTexture(texture) ? texture : null, colour)
      if (part) uniforms.pick.value[part] = typeof number === 'number' ? number : 0
    },
  }
}

// The menu of modes is loaded before three.js, so its classes cannot be imported here.
const isColor = (value: unknown): value is Color => isRecord(value) && value['isColor'] === true
const isTexture = (value: unknown): value is Texture =>
  isRecord(value) && value['isTexture'] === true
