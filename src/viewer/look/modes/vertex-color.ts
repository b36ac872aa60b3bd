import { t } from '#languages/viewer.ts'
import { colorGlsl, type InspectMode } from './display-mode.ts'
import { setSource, white } from './inspect-uniforms.ts'

export const vertexColorMode: InspectMode<'vertexColor'> = {
  value: 'vertexColor',
  label: t('Vertex colours'),
  group: t('Channels'),
  legend: t('Colours stored per vertex. Stripes: the model has none.'),
  glsl: colorGlsl,
  usesTint: true,
  prepare: (uniforms, { mesh }) => {
    uniforms.usesTint.value = true
    uniforms.isMissing.value = !mesh.geometry.hasAttribute('color')
    setSource(uniforms, null, white)
  },
}
