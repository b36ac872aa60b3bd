import { t } from '#languages/viewer.ts'
import { colorGlsl, type InspectMode } from './display-mode.ts'

export const baseColorMode: InspectMode<'baseColor'> = {
  value: 'baseColor',
  label: t('Base colour'),
  group: t('Channels'),
  legend: t('The colour without lighting.'),
  glsl: colorGlsl,
  usesTint: true,
}
