import { t } from '#languages/viewer.ts'
import type { InspectMode } from './display-mode.ts'

export const orientationMode: InspectMode<'orientation'> = {
  value: 'orientation',
  label: t('Face orientation'),
  group: t('Shape'),
  legend: t('Blue is the front of a face, red the back.'),
  glsl: `
    float facing = 0.45 + 0.55 * abs(normal.z);
    drawn = (gl_FrontFacing ? vec3(0.36, 0.55, 0.86) : vec3(0.93, 0.27, 0.24)) * facing;
  `,
}
