import { colorGlsl, type InspectMode } from './display-mode.ts'

export const baseColorMode: InspectMode<'baseColor'> = {
  value: 'baseColor',
  label: 'Base colour',
  group: 'Channels',
  legend: 'The colour without lighting.',
  glsl: colorGlsl,
  usesTint: true,
}
