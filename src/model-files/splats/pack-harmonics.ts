import { sh0 } from './harmonics.ts'
import { splatsARow } from './pack-splats.ts'
import type { Splats } from './splats.ts'

const texelBytes = 16

/**
 * Returns the number of 16-byte texels per splat, with three bytes per coefficient and three for
 * the part of the colour that `packSplats` clips.
 */
export const harmonicTexels = (coefficients: number): number =>
  Math.ceil((3 + coefficients * 3) / texelBytes)

/**
 * Packs view-dependent colour for the graphics card, with bytes for −1 to 1 as in SPZ. First comes
 * the part of the colour that `packSplats` clips, then red, green and blue of each coefficient.
 * @returns whole rows of a texture of unsigned words, or `undefined` without view-dependent colour.
 */
export function packHarmonics({
  count,
  colors,
  harmonics,
}: Pick<Splats, 'count' | 'colors' | 'harmonics'>): Uint32Array<ArrayBuffer> | undefined {
  if (harmonics.length === 0) return undefined
  const splatBytes = harmonicTexels(harmonics.length) * texelBytes
  const rows = Math.ceil(count / splatsARow)
  const words = new Uint32Array((rows * splatsARow * splatBytes) / 4)
  const bytes = new Uint8ClampedArray(words.buffer)
  for (let at = 0; at < count * 3; at++) {
    const color = 0.5 + sh0 * (colors[at] ?? 0)
    const beyond = color - Math.min(1, Math.max(0, color))
    bytes[Math.floor(at / 3) * splatBytes + (at % 3)] = beyond * 128 + 128
  }
  harmonics.forEach((list, coefficient) => {
    for (let splat = 0; splat < count; splat++) {
      const to = splat * splatBytes + 3 + coefficient * 3
      for (let channel = 0; channel < 3; channel++) {
        bytes[to + channel] = (list[splat * 3 + channel] ?? 0) * 128 + 128
      }
    }
  })
  return words
}
