import { t } from '#languages/viewer.ts'
import type { InspectMode } from './display-mode.ts'

export const matcapMode: InspectMode<'matcap'> = {
  value: 'matcap',
  label: t('Matcap'),
  group: t('Surface'),
  legend: t('A glossy finish that shows every dent.'),
  glsl: 'drawn = matcap(normal);',
  glslFunctions: `
  /** A ball of glazed clay under two windows, from a formula. */
  vec3 matcap(vec3 normal) {
    float wrap = 0.5 + 0.5 * dot(normal, normalize(vec3(-0.45, 0.65, 0.6)));
    vec3 colour = mix(vec3(0.035, 0.026, 0.026), vec3(0.62, 0.36, 0.25), wrap * wrap);
    vec3 mirror = reflect(vec3(0.0, 0.0, -1.0), normal);
    float key = pow(max(0.0, dot(mirror, normalize(vec3(-0.5, 0.7, 0.6)))), 48.0);
    float fill = pow(max(0.0, dot(mirror, normalize(vec3(0.75, 0.2, 0.45)))), 14.0);
    float rim = pow(1.0 - max(0.0, normal.z), 3.5);
    return encode(colour + vec3(0.75) * key + vec3(0.10, 0.12, 0.16) * fill + vec3(0.16, 0.18, 0.24) * rim);
  }
  `,
}
