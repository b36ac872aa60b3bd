import { createPlane, type Plane, type ThreePlanes } from './plane.ts'

export const linearFromSrgb8: Float32Array = Float32Array.from({ length: 256 }, (_, code) => {
  const encoded = code / 255
  return encoded <= 0.040_45 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
})

const codeSteps = 4095

const srgb8Codes = Uint8Array.from({ length: codeSteps + 1 }, (_, step) => {
  const linear = step / codeSteps
  const encoded = linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
})

/** Returns the 8-bit sRGB code of a linear value, clipped to 0 to 1. */
export function srgb8FromLinear(linear: number): number {
  return srgb8Codes[Math.max(0, Math.min(codeSteps, (linear * codeSteps + 0.5) | 0))]
}

const rootSteps = 4096

// The Lab curve over 0 to 1.05, with an extra entry that makes a bounds check in the interpolation
// unnecessary.
const labCurve = Float32Array.from({ length: rootSteps + 2 }, (_, step) => {
  const t = (step / rootSteps) * 1.05
  return t > 0.008_856 ? Math.cbrt(t) : 7.787 * t + 16 / 116
})

function curve(t: number): number {
  const position = Math.min(rootSteps, Math.max(0, t * (rootSteps / 1.05)))
  const step = position | 0
  return labCurve[step] + (labCurve[step + 1] - labCurve[step]) * (position - step)
}

/** Returns CIE L* (0 to 100, D65) of a linear colour. */
export function lightness(red: number, green: number, blue: number): number {
  return 116 * curve(0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue) - 16
}

/** Converts linear colour planes to CIE L*a*b* (D65). */
export function labFromLinear([red, green, blue]: ThreePlanes): ThreePlanes {
  const { width, height } = red
  const lab: ThreePlanes = [
    createPlane(width, height),
    createPlane(width, height),
    createPlane(width, height),
  ]
  const [l, a, b] = [lab[0].data, lab[1].data, lab[2].data]
  for (let i = 0; i < l.length; i++) {
    const r = red.data[i]
    const g = green.data[i]
    const bl = blue.data[i]
    const x = curve((0.412_456_4 * r + 0.357_576_1 * g + 0.180_437_5 * bl) / 0.950_47)
    const y = curve(0.212_672_9 * r + 0.715_152_2 * g + 0.072_175 * bl)
    const z = curve((0.019_333_9 * r + 0.119_192 * g + 0.950_304_1 * bl) / 1.088_83)
    l[i] = 116 * y - 16
    a[i] = 500 * (x - y)
    b[i] = 200 * (y - z)
  }
  return lab
}

type PixelLayout = {
  readonly width: number
  readonly height: number
  readonly channels: number
}

/** Converts interleaved 8-bit sRGB pixels with `channels` (3 or 4) bytes each to linear planes. */
export function linearPlanes(
  pixels: Uint8Array,
  { width, height, channels }: PixelLayout,
): ThreePlanes {
  const plane = (offset: number): Plane => {
    const { data } = createPlane(width, height)
    for (let i = 0, k = offset; i < data.length; i++, k += channels) {
      data[i] = linearFromSrgb8[pixels[k]]
    }
    return { width, height, data }
  }
  return [plane(0), plane(1), plane(2)]
}
