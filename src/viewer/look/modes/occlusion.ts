import { t } from '#languages/viewer.ts'
import { dataGlsl, type InspectMode } from './display-mode.ts'
import { setSource, white } from './inspect-uniforms.ts'

export const occlusionMode: InspectMode<'occlusion'> = {
  value: 'occlusion',
  label: t('Ambient occlusion'),
  group: t('Channels'),
  legend: t('Baked ambient occlusion. Stripes: the model has none.'),
  glsl: dataGlsl,
  prepare: (uniforms, { original }) => {
    uniforms.pick.value.x = 1
    uniforms.isMissing.value = !original.aoMap
    setSource(uniforms, original.aoMap, white)
  },
}
