import { t } from '#languages/viewer.ts'
import type { InspectMode } from './display-mode.ts'
import { setSource, white } from './inspect-uniforms.ts'

export const normalTextureMode: InspectMode<'normalTexture'> = {
  value: 'normalTexture',
  label: t('Normal texture'),
  group: t('Channels'),
  legend: t('The texture as it is stored. Stripes: the model has none.'),
  glsl: 'drawn = value.rgb;',
  prepare: (uniforms, { original }) => {
    uniforms.isMissing.value = !original.normalMap
    setSource(uniforms, original.normalMap, white)
  },
}
