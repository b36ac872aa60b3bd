import { t } from '#languages/viewer.ts'
import type { InspectMode } from './display-mode.ts'

export const depthMode: InspectMode<'depth'> = {
  value: 'depth',
  label: t('Depth'),
  group: t('Shape'),
  legend: t('White is near, black is far.'),
  glsl: 'drawn = vec3(1.0 - clamp((-seenPosition.z - range.x) / (range.y - range.x), 0.0, 1.0));',
}
