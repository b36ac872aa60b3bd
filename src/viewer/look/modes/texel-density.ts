import { t } from '#languages/viewer.ts'
import type { InspectMode } from './display-mode.ts'
import { setTexels } from './inspect-uniforms.ts'

export const texelDensityMode: InspectMode<'texelDensity'> = {
  value: 'texelDensity',
  label: t('Texel density'),
  group: t('Texture'),
  legend: t('Texture resolution: blue is low, green is average, red is high.'),
  glsl: `
    vec2 across = dFdx(vUv) * texels;
    vec2 down = dFdy(vUv) * texels;
    float area = length(cross(dFdx(seenPosition), dFdy(seenPosition)));
    float density = sqrt(abs(across.x * down.y - across.y * down.x) / max(area, 1e-20));
    // Texel density in stops, three below to three above one texture over the whole model.
    drawn = heat(0.5 + log2(max(density * span / max(texels.x, texels.y), 1e-6)) / 6.0);
    drawn *= 0.6 + 0.4 * abs(normal.z);
  `,
  glslFunctions: `
  /** Fewer to more: blue, green, yellow, red. */
  vec3 heat(float fraction) {
    float s = clamp(fraction, 0.0, 1.0);
    return clamp(vec3(2.6 * s - 1.0, 1.9 - abs(s - 0.5) * 3.4, 1.35 - 2.8 * s), 0.0, 1.0);
  }
  `,
  prepare: (uniforms, { mesh, original }) => {
    uniforms.isMissing.value = !mesh.geometry.hasAttribute('uv') || !original.map
    setTexels(uniforms, original.map)
  },
}
