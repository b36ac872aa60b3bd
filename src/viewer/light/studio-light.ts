import {
  CompressedCubeTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
} from 'three'
import type { Triple } from '#lib/geometry/triple.ts'
import { type LightFormula, lightAt, type LightSet, paintFace } from '../preview/light-formula.ts'

/**
 * Side of a cube face in pixels, by mipmap level from mirror to matt. three.js expects each level
 * to be half as large as the one before.
 */
const levelSizes = [64, 32, 16, 8]

/**
 * Makes the light of a photo studio or another environment by a formula, as a cube map in the
 * format of three.js' `PMREMGenerator`. The formula takes milliseconds, where a weak GPU would need
 * seconds.
 */
export const makeStudioLight = (set?: LightSet): CompressedCubeTexture =>
  lightTexture(drawLight((roughness) => lightAt(roughness, set)))

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

export function lightTexture(drawn: LightFaces): CompressedCubeTexture {
  const side = levelSizes[0] ?? 1
  const faces = drawn.map((levels) => ({ width: side, height: side, mipmaps: getLevels(levels) }))
  // three.js supports custom mipmaps of cube maps only with this class.
  const texture = new CompressedCubeTexture(faces, undefined, HalfFloatType)
  texture.minFilter = LinearMipmapLinearFilter
  texture.magFilter = LinearFilter
  texture.isPMREMTexture = true
  texture.needsUpdate = true
  return texture
}

const getLevels = (drawn: readonly Uint16Array<ArrayBuffer>[]) =>
  drawn.map((data, level) => {
    const size = levelSizes[level] ?? 1
    return { width: size, height: size, data }
  })

export type DeferredLight = {
  texture: CompressedCubeTexture
  draw: () => void
}

/** Creates the studio's light without drawing it, because previews do not use the light. */
export function createDeferredLight(): DeferredLight {
  const texture = lightTexture(faceDirections.map(() => []))
  let isDrawn = false
  const draw = () => {
    if (isDrawn) return
    isDrawn = true
    const faces = texture.image as unknown as { mipmaps: ReturnType<typeof getLevels> }[]
    drawLight((roughness) => lightAt(roughness)).forEach((levels, place) => {
      const face = faces[place]
      if (face) face.mipmaps = getLevels(levels)
    })
    texture.needsUpdate = true
  }
  return { texture, draw }
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
