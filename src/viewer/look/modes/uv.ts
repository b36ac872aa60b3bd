import { t } from '#languages/viewer.ts'
import type { InspectMode } from './display-mode.ts'
import { setTexels } from './inspect-uniforms.ts'

export const uvMode: InspectMode<'uv'> = {
  value: 'uv',
  label: t('UV checker'),
  group: t('Texture'),
  legend: t('Squares should look square and evenly sized.'),
  glsl: `
    // Cells are square in the texture, whatever its aspect ratio, so only stretching shows.
    drawn = checker(vUv * texels / max(texels.x, texels.y), normal);
  `,
  glslFunctions: `
  vec3 hue(float turn) {
    return clamp(abs(fract(turn + vec3(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
  }

  vec3 checker(vec2 at, vec3 normal) {
    vec2 cells = at * 16.0;
    // Antialiased: cells smaller than a pixel become even grey.
    vec2 width = max(fwidth(cells), 1e-4);
    vec2 fine = (abs(fract((cells - 0.5 * width) * 0.5) - 0.5) - abs(fract((cells + 0.5 * width) * 0.5) - 0.5)) / width;
    float dark = 0.5 - 0.5 * fine.x * fine.y * 4.0;
    vec2 cell = fract(floor(at * 8.0) / 8.0);
    vec3 colour = mix(vec3(0.85), 0.35 + 0.6 * hue(cell.x + cell.y * 0.37), 0.55);
    return colour * mix(0.42, 1.0, clamp(dark, 0.0, 1.0)) * (0.62 + 0.38 * abs(normal.z));
  }
  `,
  prepare: (uniforms, { mesh, original }) => {
    uniforms.isMissing.value = !mesh.geometry.hasAttribute('uv')
    setTexels(uniforms, original.map)
  },
}
