import { sh0 } from './harmonics.ts'
import type { Splats } from './splats.ts'

/** Number of splats per row of the texture. Each splat takes two texels of four words. */
export const splatsARow = 1024
const wordsPerSplat = 8
/** Smallest base-2 logarithm of scales. */
export const scaleLogMin = -24
/** Range of the logarithms above `scaleLogMin`. */
export const scaleLogRange = 32

/**
 * Packs splats for the graphics card, 32 bytes each: centre, colour and opacity, then rotation and
 * scales.
 * @returns whole rows of a texture of unsigned words.
 */
export function packSplats(
  splats: Pick<Splats, 'count' | 'positions' | 'scales' | 'rotations' | 'opacities' | 'colors'>,
): Uint32Array<ArrayBuffer> {
  const { count, positions, scales, rotations, opacities, colors } = splats
  const rows = Math.ceil(count / splatsARow)
  const words = new Uint32Array(rows * splatsARow * wordsPerSplat)
  const floats = new Float32Array(words.buffer)
  const shorts = new Int16Array(words.buffer)
  const unsignedShorts = new Uint16Array(words.buffer)
  const bytes = new Uint8ClampedArray(words.buffer)
  for (let splat = 0; splat < count; splat++) {
    const at = splat * wordsPerSplat
    for (let part = 0; part < 3; part++) {
      floats[at + part] = positions[splat * 3 + part] ?? 0
      bytes[(at + 3) * 4 + part] = (0.5 + sh0 * (colors[splat * 3 + part] ?? 0)) * 255
      const log = Math.log2(Math.max(scales[splat * 3 + part] ?? 0, 1e-9))
      const fraction = Math.min(1, Math.max(0, (log - scaleLogMin) / scaleLogRange))
      unsignedShorts[(at + 6) * 2 + part] = Math.round(fraction * 65_535)
    }
    bytes[(at + 3) * 4 + 3] = (opacities[splat] ?? 0) * 255
    for (let part = 0; part < 4; part++) {
      shorts[(at + 4) * 2 + part] = Math.round((rotations[splat * 4 + part] ?? 0) * 32_767)
    }
  }
  return words
}
