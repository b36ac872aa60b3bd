import { t } from '#languages/viewer.ts'
import { dataGlsl, type InspectMode } from './display-mode.ts'
import { setSource, white } from './inspect-uniforms.ts'

export const metalnessMode: InspectMode<'metalness'> = {
  value: 'metalness',
  label: t('Metalness'),
  group: t('Channels'),
  legend: t('White is metal, black is non-metal.'),
  glsl: dataGlsl,
  prepare: (uniforms, { original }) => {
    uniforms.pick.value.z = original.metalness ?? 0
    setSource(uniforms, original.metalnessMap, white)
  },
}
