import type { InspectMode } from './display-mode.ts'

export const normalsMode: InspectMode<'normals'> = {
  value: 'normals',
  label: 'Normals',
  group: 'Shape',
  legend: 'Surface direction: red is right, green is up, blue is front.',
  glsl: 'drawn = inverseTransformDirection(normal, viewMatrix) * 0.5 + 0.5;',
}
