import { t } from '#languages/viewer.ts'
import type { InspectMode } from './display-mode.ts'

export const normalsMode: InspectMode<'normals'> = {
  value: 'normals',
  label: t('Normals'),
  group: t('Shape'),
  legend: t('Surface direction: red is right, green is up, blue is front.'),
  glsl: 'drawn = inverseTransformDirection(normal, viewMatrix) * 0.5 + 0.5;',
}
