import {
  CompressedCubeTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
} from 'three'
import type { Triple } from '#lib/geometry/triple.ts'
import { type Light, lightAt, type LightSet, paintFace } from '../first-look/light-formula.ts'

/** Pixels along a face's edge, from mirror to matt; as three.js expects, halved each time. */
const levelSizes = [64, 32, 16, 8]

/**
 * The light of a photographer's studio, or of another place, from a formula.
 *
 * It is what three.js' `PMREMGenerator` would make of such a room: a cube map whose smaller
 * levels hold the light that rougher surfaces reflect. But a lamp that is a rectangle can be
 * blurred by arithmetic, so this takes some milliseconds here instead of hundreds of samples
 * per pixel and four shader programs on the GPU, which is seconds on a weak one. And it stays
 * valid when the GPU loses everything.
 */
export const makeStudioLight = (set?: LightSet): CompressedCubeTexture =>
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
      return light ? [halvesOf(paintFace(size, light, directionAt))] : []
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

/** As textures of three.js hold light. */
export const halvesOf = (pixels: Float32Array): Uint16Array<ArrayBuffer> =>
  Uint16Array.from(pixels, (value) => DataUtils.toHalfFloat(value))

/**
 * The world direction that a cube face shows at s and t, both -1 to 1 (OpenGL ES 3.0, table
 * 3.20). x is mirrored, because three.js mirrors it for cube maps that come as pictures.
 */
const faceDirections: readonly ((s: number, t: number) => Triple)[] = [
  (s, t) => [-1, -t, -s],
  (s, t) => [1, -t, s],
  (s, t) => [-s, 1, t],
  (s, t) => [-s, -1, -t],
  (s, t) => [-s, -t, 1],
  (s, t) => [s, -t, -1],
]
