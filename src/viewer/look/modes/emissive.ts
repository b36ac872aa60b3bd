import { t } from '#languages/viewer.ts'
import { colorGlsl, type InspectMode } from './display-mode.ts'
import { setSource, white } from './inspect-uniforms.ts'

export const emissiveMode: InspectMode<'emissive'> = {
  value: 'emissive',
  label: t('Emissive'),
  group: t('Channels'),
  legend: t('Light given off by the material.'),
  glsl: colorGlsl,
  prepare: (uniforms, { original }) => {
    setSource(uniforms, original.emissiveMap, original.emissive ?? white)
    uniforms.factor.value.multiplyScalar(original.emissiveIntensity ?? 0)
  },
}
