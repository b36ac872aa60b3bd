import { t } from '#languages/viewer.ts'
import { dataGlsl, type InspectMode } from './display-mode.ts'
import { setSource, white } from './inspect-uniforms.ts'

export const roughnessMode: InspectMode<'roughness'> = {
  value: 'roughness',
  label: t('Roughness'),
  group: t('Channels'),
  legend: t('Black is smooth, white is rough.'),
  glsl: dataGlsl,
  prepare: (uniforms, { original }) => {
    uniforms.pick.value.y = original.roughness ?? 1
    setSource(uniforms, original.roughnessMap, white)
  },
}
