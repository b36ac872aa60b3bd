import { toLinear } from '../import/to-linear.ts'

/** Relative luminance of linear sRGB (ITU-R BT.709). */
const weights = [0.2126, 0.7152, 0.0722] as const

const linear = Float32Array.from({ length: 256 }, (_, byte) => toLinear(byte / 255))

/**
 * Returns the linear luminance of RGBA pixels, 0 to 1.
 * @param background luminance behind transparent pixels.
 */
export function toLuminance(rgba: Uint8ClampedArray, background: number): Float32Array {
  const luminance = new Float32Array(rgba.length / 4)
  for (let at = 0; at < luminance.length; at++) {
    let own = 0
    for (const [channel, weight] of weights.entries()) {
      own += weight * (linear[rgba[at * 4 + channel] ?? 0] ?? 0)
    }
    const cover = (rgba[at * 4 + 3] ?? 0) / 255
    luminance[at] = own * cover + background * (1 - cover)
  }
  return luminance
}
