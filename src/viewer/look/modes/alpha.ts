import { t } from '#languages/viewer.ts'
import { dataGlsl, type InspectMode } from './display-mode.ts'

export const alphaMode: InspectMode<'alpha'> = {
  value: 'alpha',
  label: t('Alpha'),
  group: t('Channels'),
  legend: t('White is opaque, black is transparent.'),
  glsl: dataGlsl,
  usesTint: true,
  prepare: (uniforms) => {
    uniforms.pick.value.w = 1
    uniforms.alphaCut.value = 0
  },
}
