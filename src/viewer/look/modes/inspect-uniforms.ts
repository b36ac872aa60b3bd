import type { Texture } from 'three'
import { getPictureSize } from '../../gpu/picture-size.ts'
import type { Uniforms } from '../make-uniforms.ts'

// This file must not import three.js, because menus import the modes before three.js has loaded.

type Rgb = { r: number; g: number; b: number }

export const white: Rgb = { r: 1, g: 1, b: 1 }

/** Makes the shader show a colour, multiplied by an optional texture. */
export function setSource(uniforms: Uniforms, map: Texture | null | undefined, colour: Rgb): void {
  uniforms.source.value = map ?? null
  uniforms.hasSource.value = Boolean(map)
  uniforms.factor.value.set(colour.r, colour.g, colour.b, 1)
  uniforms.usesSecondUv.value = map?.channel === 1
  if (!map) return void uniforms.uvMatrix.value.identity()
  if (map.matrixAutoUpdate) map.updateMatrix()
  uniforms.uvMatrix.value.copy(map.matrix)
}

export function setTexels(uniforms: Uniforms, map: Texture | null | undefined): void {
  const { width, height } = getPictureSize(map?.source.data)
  uniforms.texels.value.set(width || 1, height || 1)
}
