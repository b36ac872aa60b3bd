import { dataGlsl, type InspectMode } from './display-mode.ts'

export const alphaMode: InspectMode<'alpha'> = {
  value: 'alpha',
  label: 'Alpha',
  group: 'Channels',
  legend: 'White is opaque, black is transparent.',
  glsl: dataGlsl,
  usesTint: true,
  prepare: (uniforms) => {
    uniforms.pick.value.w = 1
    uniforms.alphaCut.value = 0
  },
}
