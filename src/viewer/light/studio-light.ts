import { DataUtils } from 'three'
import type { Triple } from '#lib/geometry/triple.ts'
import { type LightFormula, lightAt, type LightSet, paintFace } from '../plain/light-formula.ts'

/** Side of a cube face in pixels. */
export const lightSide = 64
/**
 * Side in pixels by mipmap level, from mirror to matt. three.js expects each level to be half as
 * large as the one before.
 */
const levelSizes = [lightSide, 32, 16, 8]

/**
 * Draws the light of a photo studio or another environment by a formula. The formula takes
 * milliseconds, where a weak GPU would need seconds.
 */
export const drawStudioLight = (set?: LightSet): LightFaces =>
  drawLight((roughness) => lightAt(roughness, set))

/** Six cube faces with levels from mirror to matt: RGBA with alpha 1, as half floats. */
export type LightFaces = Uint16Array<ArrayBuffer>[][]

/** Draws the cube map of a light. `lightFor` returns the reflected light for a roughness. */
export function drawLight(lightFor: (roughness: number) => LightFormula): LightFaces {
  const lights = levelSizes.map((_, level) =>
    // Inverts the mapping from roughness to level in three.js' shaders.
    lightFor(1 - Math.sqrt(1 - level / (levelSizes.length - 1))),
  )
  return faceDirections.map((directionAt) =>
    levelSizes.flatMap((size, level) => {
      const light = lights[level]
      return light ? [toHalfFloats(paintFace(size, light, directionAt))] : []
    }),
  )
}

export const toHalfFloats = (pixels: Float32Array): Uint16Array<ArrayBuffer> =>
  Uint16Array.from(pixels, (value) => DataUtils.toHalfFloat(value))

/**
 * Directions of a cube face at s and t, both -1 to 1 (OpenGL ES 3.0, table 3.20). x is mirrored, as
 * three.js does for cube maps from pictures.
 */
const faceDirections: readonly ((s: number, t: number) => Triple)[] = [
  (s, t) => [-1, -t, -s],
  (s, t) => [1, -t, s],
  (s, t) => [-s, 1, t],
  (s, t) => [-s, -1, -t],
  (s, t) => [-s, -t, 1],
  (s, t) => [s, -t, -1],
]
