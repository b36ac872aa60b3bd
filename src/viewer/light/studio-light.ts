import {
  Color,
  CompressedCubeTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  Vector3,
} from 'three'

/** Red, green and blue, relative to white paper under even light. */
type Radiance = readonly [red: number, green: number, blue: number]

/** A soft rectangular lamp, infinitely far away. Angles are in radians. */
type Softbox = {
  /** Where it stands, seen from the model. */
  from: Vector3
  halfWidth: number
  halfHeight: number
  radiance: Radiance
}

/** All the light of one place. */
export type LightSet = {
  lamps: readonly Softbox[]
  /** Even light from all around. */
  ambient: { above: Radiance; side: Radiance; below: Radiance }
}

/** A lamp of white light: where it stands, half its width and height, how bright it is. */
const whiteBox = (
  from: readonly [x: number, y: number, z: number],
  [halfWidth, halfHeight]: readonly [number, number],
  white: number,
): Softbox => ({
  from: new Vector3(...from),
  halfWidth,
  halfHeight,
  radiance: [white, white, white],
})

// A key light from the upper left, a window to the right, a lamp above, two edges behind, one at the left, and a
// small one in front that fills up to where a surface that faces the viewer shows its own colour. All of it in a
// dim room: judged beside model-viewer, metal in a bright one looks like grey plastic.
const studio: LightSet = {
  lamps: [
    whiteBox([-0.6, 0.75, 0.75], [0.34, 0.26], 6.8),
    whiteBox([1, 0.25, 0.45], [0.2, 0.5], 3.9),
    whiteBox([0, 1, -0.1], [0.6, 0.4], 2),
    whiteBox([-0.9, 0.35, -0.8], [0.14, 0.55], 5),
    whiteBox([0.75, 0.4, -0.9], [0.14, 0.55], 5),
    whiteBox([0.15, 0.2, 1], [0.3, 0.2], 3),
    whiteBox([-1, 0.1, 0.1], [0.12, 0.5], 2.2),
    // Black flags, as photographers put them beside metal and glass for something dark to reflect.
    whiteBox([-1, -0.05, 0.4], [0.2, 0.6], -0.2),
    whiteBox([1, -0.1, -0.35], [0.24, 0.6], -0.2),
    whiteBox([0.1, -0.35, -1], [0.5, 0.22], -0.2),
  ],
  ambient: { above: [0.4, 0.4, 0.4], side: [0.22, 0.22, 0.22], below: [0.3, 0.3, 0.3] },
}

/** Pixels along a face's edge, from mirror to matt; as three.js expects, halved each time. */
const levelSizes = [64, 32, 16, 8]
/** How soft a lamp's edge is in a perfect mirror. */
const lampEdge = 0.05

/**
 * The light of a photographer's studio, or of another place, from a formula.
 *
 * It is what three.js' `PMREMGenerator` would make of such a room: a cube map whose smaller
 * levels hold the light that rougher surfaces reflect. But a lamp that is a rectangle can be
 * blurred by arithmetic, so this takes some milliseconds here instead of hundreds of samples
 * per pixel and four shader programs on the GPU, which is seconds on a weak one. And it stays
 * valid when the GPU loses everything.
 */
export const makeStudioLight = (set: LightSet = studio): CompressedCubeTexture =>
  lightTexture(drawLight((roughness) => lightAt(roughness, set)))

/** Six faces, and of each its levels from mirror to matt: red, green, blue and one, as half floats. */
export type LightFaces = Uint16Array<ArrayBuffer>[][]

/** Draws light that comes from anywhere; `lightFor` gives what a surface of one roughness reflects. */
export function drawLight(lightFor: (roughness: number) => Light): LightFaces {
  const lights = levelSizes.map((_, level) =>
    // The inverse of what three.js' shaders do to find the level for a roughness.
    lightFor(1 - Math.sqrt(1 - level / (levelSizes.length - 1))),
  )
  return faceDirections.map((directionAt) =>
    levelSizes.flatMap((size, level) => {
      const light = lights[level]
      return light ? [drawFace(size, light, directionAt)] : []
    }),
  )
}

/** What `drawLight` drew, for `scene.environment`. */
export function lightTexture(drawn: LightFaces): CompressedCubeTexture {
  const side = levelSizes[0] ?? 1
  const faces = drawn.map((levels) => ({ width: side, height: side, mipmaps: levelsOf(levels) }))
  // The format left out is plain RGBA: this class is also three.js' way to give a cube map
  // levels of one's own.
  const texture = new CompressedCubeTexture(faces, undefined, HalfFloatType)
  texture.minFilter = LinearMipmapLinearFilter
  texture.magFilter = LinearFilter
  texture.isPMREMTexture = true
  texture.needsUpdate = true
  return texture
}

const levelsOf = (drawn: readonly Uint16Array<ArrayBuffer>[]) =>
  drawn.map((data, level) => {
    const size = levelSizes[level] ?? 1
    return { width: size, height: size, data }
  })

/** A light for `scene.environment` that nothing may be lit by before it is drawn. */
export type DeferredLight = {
  texture: CompressedCubeTexture
  /** Only the first time takes any. */
  draw: () => void
}

/** The studio's light, to be drawn once there is time for it: a preview does without. */
export function createDeferredLight(): DeferredLight {
  const texture = lightTexture(faceDirections.map(() => []))
  let isDrawn = false
  const draw = () => {
    if (isDrawn) return
    isDrawn = true
    const faces = texture.image as unknown as { mipmaps: ReturnType<typeof levelsOf> }[]
    drawLight((roughness) => lightAt(roughness)).forEach((levels, place) => {
      const face = faces[place]
      if (face) face.mipmaps = levelsOf(levels)
    })
    texture.needsUpdate = true
  }
  return { texture, draw }
}

type Lamp = Softbox & { right: Vector3; up: Vector3 }

function aim(softbox: Softbox): Lamp {
  const from = softbox.from.clone().normalize()
  const right = new Vector3(0, 1, 0).cross(from).normalize()
  return { ...softbox, from, right, up: from.clone().cross(right) }
}

/**
 * A square of red, green, blue and one, as half floats; `directionAt` tells, of any length, which way
 * each place looks, both coordinates -1 to 1.
 */
export function drawFace(
  size: number,
  light: Light,
  directionAt: (s: number, t: number, into: Vector3) => Vector3,
): Uint16Array<ArrayBuffer> {
  const pixels = new Uint16Array(size * size * 4)
  const direction = new Vector3()
  const colour = new Color()
  const one = DataUtils.toHalfFloat(1)
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at += 4) {
      directionAt((2 * x + 1) / size - 1, (2 * y + 1) / size - 1, direction).normalize()
      light(direction, colour)
      pixels[at] = DataUtils.toHalfFloat(colour.r)
      pixels[at + 1] = DataUtils.toHalfFloat(colour.g)
      pixels[at + 2] = DataUtils.toHalfFloat(colour.b)
      pixels[at + 3] = one
    }
  }
  return pixels
}

export type Light = (direction: Vector3, into: Color) => Color

/**
 * The light that a surface of one roughness reflects, by its mirror direction (of length 1).
 * White paper under even light reflects 1.
 */
export function lightAt(roughness: number, { lamps, ambient }: LightSet = studio): Light {
  // A GGX lobe around the mirror direction, as a bell on the sphere: for small roughness its
  // variance is 2α² with α = roughness²; fully rough it is Lambert's cosine, whose is 1/2.
  const alphaSquared = roughness ** 4
  const variance = 0.5 * (1 - Math.exp(-4 * alphaSquared))
  const width = Math.sqrt(2 * (lampEdge ** 2 + variance))
  const flatten = 1 - alphaSquared / 3
  const inReach = lamps.map((lamp) => {
    const reach = Math.min(Math.PI, lamp.halfWidth + lamp.halfHeight + 2.5 * width)
    return { ...aim(lamp), alongMin: Math.cos(reach) }
  })
  return (direction, into) => {
    const height = direction.y * flatten
    addAmbient(ambient, height, into)
    for (const { from, right, up, halfWidth, halfHeight, radiance, alongMin } of inReach) {
      const along = direction.dot(from)
      if (along < alongMin) continue
      const u = direction.dot(right)
      const v = direction.dot(up)
      // Distances over the sphere, so that a wide blur does not bend around the lamp.
      const flat = Math.sqrt(u * u + v * v)
      const stretch = flat > 1e-6 ? Math.atan2(flat, along) / flat : 1
      const share = box(u * stretch, halfWidth, width) * box(v * stretch, halfHeight, width)
      into.r += radiance[0] * share
      into.g += radiance[1] * share
      into.b += radiance[2] * share
    }
    // A flag takes no more than there is.
    return into.setRGB(Math.max(0, into.r), Math.max(0, into.g), Math.max(0, into.b))
  }
}

function addAmbient({ above, side, below }: LightSet['ambient'], height: number, into: Color) {
  const end = height > 0 ? above : below
  const share = Math.abs(height)
  into.r = side[0] + (end[0] - side[0]) * share
  into.g = side[1] + (end[1] - side[1]) * share
  into.b = side[2] + (end[2] - side[2]) * share
}

/** The share of a bell of this width around `at` that falls between -half and half. */
const box = (at: number, half: number, width: number): number =>
  (errorFunction((at + half) / width) - errorFunction((at - half) / width)) / 2

/** Abramowitz and Stegun 7.1.26, to 2e-7. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const tail =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - tail * Math.exp(-x * x))
}

/**
 * The world direction that a cube face shows at s and t, both -1 to 1 (OpenGL ES 3.0, table
 * 3.20). x is mirrored, because three.js mirrors it for cube maps that come as pictures.
 */
const faceDirections: readonly ((s: number, t: number, into: Vector3) => Vector3)[] = [
  (s, t, into) => into.set(-1, -t, -s),
  (s, t, into) => into.set(1, -t, s),
  (s, t, into) => into.set(-s, 1, t),
  (s, t, into) => into.set(-s, -1, -t),
  (s, t, into) => into.set(-s, -t, 1),
  (s, t, into) => into.set(s, -t, -1),
]
