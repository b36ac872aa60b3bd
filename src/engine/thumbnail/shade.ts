import { linearFromSrgb8 } from '../raster/colour-space.ts'

type Light = { readonly direction: readonly number[]; readonly colour: readonly number[] }

const unit = (x: number, y: number, z: number): readonly number[] => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

/**
 * Studio lights, fixed to the camera: x right, y up, z towards the viewer. A warm key light is at
 * the upper left, a weak cool fill light at the right, and a rim light behind the object.
 */
const lights: readonly Light[] = [
  { direction: unit(-0.5, 0.75, 0.65), colour: [1.5, 1.44, 1.36] },
  { direction: unit(0.85, 0.15, 0.55), colour: [0.3, 0.33, 0.38] },
  { direction: unit(0.45, 0.55, -0.75), colour: [0.85, 0.88, 0.95] },
]
const sky = [0.62, 0.64, 0.68]
const ground = [0.3, 0.28, 0.27]

/**
 * Reflectance of a dielectric at normal incidence, for a refractive index of 1.5 (glTF 2.0,
 * appendix B).
 */
const dielectric = 0.04
/** Minimum squared roughness. Smaller highlights would be missed between the samples. */
const alphaMin = 0.04
/**
 * Brightness of the sky's reflection, as a multiple of the sky's light, as from the lamps of a
 * studio's ceiling.
 */
const mirroredSky = 1.25
const horizonWidth = 0.4

/**
 * Material and geometry of a surface point. Colours are linear, directions are in camera
 * coordinates.
 */
export type SurfacePoint = {
  red: number
  green: number
  blue: number
  roughness: number
  metalness: number
  occlusion: number
}

/**
 * Writes the light reflected to the viewer into `result`: Lambert and GGX for each light, and a
 * gradient from ground to sky as ambient light. Fresnel after Schlick, An Inexpensive BRDF Model,
 * 1994. GGX with Smith's shadowing as approximated by Hammon, PBR Diffuse Lighting for GGX+Smith
 * Microsurfaces, 2017.
 * @param normal and `view` are unit vectors.
 */
// oxlint-disable-next-line max-params -- for each pixel
export function shadePoint(
  { red, green, blue, roughness, metalness, occlusion }: SurfacePoint,
  normal: Float64Array,
  view: Float64Array,
  result: Float64Array,
): void {
  const [nx, ny, nz] = [normal[0], normal[1], normal[2]]
  const facing = Math.max(1e-3, nx * view[0] + ny * view[1] + nz * view[2])
  const alpha = Math.max(alphaMin, roughness * roughness)
  const alphaSquared = alpha * alpha
  const graze = fifthPower(1 - facing)
  const reflectedY = 2 * facing * ny - view[1]
  const upward = 0.5 + 0.5 * ny
  const reflectedUp = smooth(0.5 + (0.5 * reflectedY) / (horizonWidth + roughness))
  for (let c = 0; c < 3; c++) {
    const albedo = c === 0 ? red : c === 1 ? green : blue
    const base = dielectric + (albedo - dielectric) * metalness
    const diffuse = albedo * (1 - metalness)
    const fresnel = base + (Math.max(1 - roughness, base) - base) * graze
    const around = ground[c] + (sky[c] - ground[c]) * upward
    const mirrored = ground[c] + (sky[c] * mirroredSky - ground[c]) * reflectedUp
    result[c] = (diffuse * around + fresnel * mirrored) * occlusion
  }
  for (let k = 0; k < lights.length; k++) {
    const { direction, colour } = lights[k]
    const falling = nx * direction[0] + ny * direction[1] + nz * direction[2]
    if (falling <= 0) continue
    const hx = direction[0] + view[0]
    const hy = direction[1] + view[1]
    const hz = direction[2] + view[2]
    const scale = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz)
    const half = Math.max(0, (nx * hx + ny * hy + nz * hz) * scale)
    const lean = (direction[0] * hx + direction[1] * hy + direction[2] * hz) * scale
    const spread = half * half * (alphaSquared - 1) + 1
    const distribution = alphaSquared / (Math.PI * spread * spread)
    const geometry =
      0.5 /
      (falling * (facing * (1 - alpha) + alpha) + facing * (falling * (1 - alpha) + alpha) + 1e-6)
    const bounce = fifthPower(1 - lean)
    // Hollows also darken direct light, because there are no cast shadows.
    const open = 0.5 + 0.5 * occlusion
    for (let c = 0; c < 3; c++) {
      const albedo = c === 0 ? red : c === 1 ? green : blue
      const base = dielectric + (albedo - dielectric) * metalness
      const specular = (base + (1 - base) * bounce) * distribution * geometry
      const diffuse = (albedo * (1 - metalness)) / Math.PI
      result[c] += (diffuse + specular) * falling * colour[c] * Math.PI * 0.5 * open
    }
  }
}

/** Multiplies instead of using `**`, which would take much of the drawing time. */
function fifthPower(value: number): number {
  const squared = value * value
  return squared * squared * value
}

const smooth = (value: number) => {
  const t = Math.min(1, Math.max(0, value))
  return t * t * (3 - 2 * t)
}

/** Brightness above which the tone mapper compresses light. */
export const toneShoulder: number = 0.8 - 0.04
const desaturation = 0.15

/**
 * Returns the offset that the tone mapper subtracts from each channel, given the smallest channel.
 */
export const toneOffset = (least: number): number =>
  least < 0.08 ? least - 6.25 * least * least : 0.04

/**
 * Maps light to 0 to 1 without changing hues, in place (the PBR Neutral tone mapper,
 * KhronosGroup/ToneMapping).
 */
export function toneMap(colour: Float64Array): void {
  const offset = toneOffset(Math.min(colour[0], colour[1], colour[2]))
  const peak = Math.max(colour[0], colour[1], colour[2]) - offset
  if (peak < toneShoulder) {
    for (let c = 0; c < 3; c++) colour[c] -= offset
    return
  }
  const room = 1 - toneShoulder
  const newPeak = 1 - (room * room) / (peak + room - toneShoulder)
  const grey = 1 - 1 / (desaturation * (peak - newPeak) + 1)
  const scale = newPeak / peak
  for (let c = 0; c < 3; c++) {
    const scaled = (colour[c] - offset) * scale
    colour[c] = scaled + (newPeak - scaled) * grey
  }
}

/** Returns the linear value of an 8-bit sRGB value, which may be fractional. */
export function linearFromCode(code: number): number {
  const low = Math.min(254, code | 0)
  return linearFromSrgb8[low] + (linearFromSrgb8[low + 1] - linearFromSrgb8[low]) * (code - low)
}
