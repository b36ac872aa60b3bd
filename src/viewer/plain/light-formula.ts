import { cross, normalize, type Triple } from '#lib/geometry/triple.ts'

type Radiance = readonly [red: number, green: number, blue: number]

/** A soft rectangular lamp at infinite distance. Angles are in radians. */
type Softbox = {
  from: Triple
  halfWidth: number
  halfHeight: number
  radiance: Radiance
}

export type LightSet = {
  lamps: readonly Softbox[]
  ambient: { above: Radiance; side: Radiance; below: Radiance }
}

const whiteBox = (
  from: Triple,
  [halfWidth, halfHeight]: readonly [number, number],
  white: number,
): Softbox => ({
  from,
  halfWidth,
  halfHeight,
  radiance: [white, white, white],
})

// The default light: a key light from the upper left, a window on the right, a lamp above, three
// lights from behind, and a weak frontal light. The room is dim, because metal in a bright room
// looks like grey plastic.
const studio: LightSet = {
  lamps: [
    whiteBox([-0.6, 0.75, 0.75], [0.34, 0.26], 6.8),
    whiteBox([1, 0.25, 0.45], [0.2, 0.5], 3.9),
    whiteBox([0, 1, -0.35], [0.55, 0.19], 4.6),
    whiteBox([-0.9, 0.35, -0.8], [0.14, 0.55], 5),
    whiteBox([0.75, 0.4, -0.9], [0.14, 0.55], 5),
    whiteBox([0.15, 0.2, 1], [0.21, 0.14], 6.9),
    whiteBox([-1, 0.1, 0.1], [0.12, 0.5], 2.2),
    // Black areas give metal and glass dark reflections, as in product photography.
    whiteBox([-1, -0.05, 0.4], [0.2, 0.6], -0.2),
    whiteBox([1, -0.1, -0.35], [0.24, 0.6], -0.2),
    whiteBox([0.1, -0.35, -1], [0.5, 0.22], -0.2),
  ],
  ambient: { above: [0.4, 0.4, 0.4], side: [0.225, 0.225, 0.225], below: [0.3, 0.3, 0.3] },
}

type Xyz = { x: number; y: number; z: number }
type Rgb = { r: number; g: number; b: number }

/** Writes the light from a direction of length 1 to `into`. */
export type LightFormula = <Into extends Rgb>(direction: Readonly<Xyz>, into: Into) => Into

type Lamp = Softbox & { right: Triple; up: Triple }

function aim(softbox: Softbox): Lamp {
  const from = normalize(softbox.from)
  const right = normalize(cross([0, 1, 0], from))
  return { ...softbox, from, right, up: cross(from, right) }
}

/**
 * Paints a square of RGBA pixels with alpha 1.
 * @param directionAt returns the direction of each position, of any length. Both coordinates are -1
 * to 1.
 */
export function paintFace(
  size: number,
  light: LightFormula,
  directionAt: (s: number, t: number) => Triple,
): Float32Array<ArrayBuffer> {
  const pixels = new Float32Array(size * size * 4)
  const colour = { r: 0, g: 0, b: 0 }
  for (let row = 0, at = 0; row < size; row++) {
    for (let column = 0; column < size; column++, at += 4) {
      const [x, y, z] = normalize(
        directionAt((2 * column + 1) / size - 1, (2 * row + 1) / size - 1),
      )
      light({ x, y, z }, colour)
      pixels[at] = colour.r
      pixels[at + 1] = colour.g
      pixels[at + 2] = colour.b
      pixels[at + 3] = 1
    }
  }
  return pixels
}

/** Renders a matte white sphere in the default light, seen by a camera with these axes. */
export const paintPaperBall = (
  size: number,
  { right, up, back }: { right: Triple; up: Triple; back: Triple },
): Float32Array<ArrayBuffer> =>
  paintFace(size, lightAt(1), (x, y) => {
    const z = Math.sqrt(Math.max(0, 1 - x * x - y * y))
    return [
      x * right[0] + y * up[0] + z * back[0],
      x * right[1] + y * up[1] + z * back[1],
      x * right[2] + y * up[2] + z * back[2],
    ]
  })

/** Softness of a lamp's edge in a perfect mirror, in radians. */
const lampEdge = 0.05

/**
 * Returns the light that a surface of one roughness reflects, by mirror direction (of length 1).
 * White paper in even light reflects 1.
 */
export function lightAt(roughness: number, { lamps, ambient }: LightSet = studio): LightFormula {
  // Approximates the GGX lobe around the mirror direction by a Gaussian on the sphere. For small
  // roughness its variance is 2α² with α = roughness², for full roughness 1/2.
  const alphaSquared = roughness ** 4
  const variance = 0.5 * (1 - Math.exp(-4 * alphaSquared))
  const width = Math.sqrt(2 * (lampEdge ** 2 + variance))
  const flatten = 1 - alphaSquared / 3
  const inReach = lamps.map((lamp) => {
    const reach = Math.min(Math.PI, lamp.halfWidth + lamp.halfHeight + 2.5 * width)
    return { ...aim(lamp), alongMin: Math.cos(reach) }
  })
  return (direction, into) => {
    const { x, y, z } = direction
    addAmbient(ambient, y * flatten, into)
    for (const { from, right, up, halfWidth, halfHeight, radiance, alongMin } of inReach) {
      const along = x * from[0] + y * from[1] + z * from[2]
      if (along < alongMin) continue
      const u = x * right[0] + y * right[1] + z * right[2]
      const v = x * up[0] + y * up[1] + z * up[2]
      // Uses angles, because sines would shrink distances far from the lamp and distort a wide
      // blur.
      const flat = Math.sqrt(u * u + v * v)
      const stretch = flat > 1e-6 ? Math.atan2(flat, along) / flat : 1
      const fraction = box(u * stretch, halfWidth, width) * box(v * stretch, halfHeight, width)
      into.r += radiance[0] * fraction
      into.g += radiance[1] * fraction
      into.b += radiance[2] * fraction
    }
    // Black areas are lamps with negative light, but the sum must not be negative.
    into.r = Math.max(0, into.r)
    into.g = Math.max(0, into.g)
    into.b = Math.max(0, into.b)
    return into
  }
}

function addAmbient({ above, side, below }: LightSet['ambient'], height: number, into: Rgb) {
  const end = height > 0 ? above : below
  const fraction = Math.abs(height)
  into.r = side[0] + (end[0] - side[0]) * fraction
  into.g = side[1] + (end[1] - side[1]) * fraction
  into.b = side[2] + (end[2] - side[2]) * fraction
}

/** Returns the integral of a Gaussian around `at` from -half to half. */
const box = (at: number, half: number, width: number): number =>
  (errorFunction((at + half) / width) - errorFunction((at - half) / width)) / 2

/** Approximates erf to 2e-7 (Abramowitz and Stegun 7.1.26). */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const tail =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - tail * Math.exp(-x * x))
}
