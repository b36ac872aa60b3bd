import { DataTexture, HalfFloatType, LinearFilter, RepeatWrapping, type Texture } from 'three'

/** A panorama as it is shown behind the model: red, green, blue and one of each pixel, as half floats. */
export type PanoramaPicture = {
  width: number
  height: number
  pixels: Uint16Array<ArrayBuffer>
}

/** What a light was made of goes with it. */
const panoramas = new WeakMap<Texture, DataTexture>()

/** Keeps the picture of the surroundings with the light that was made of them. */
export function addPanorama(light: Texture, { width, height, pixels }: PanoramaPicture): void {
  const texture = new DataTexture(pixels, width, height, undefined, HalfFloatType)
  texture.magFilter = LinearFilter
  texture.minFilter = LinearFilter
  texture.wrapS = RepeatWrapping
  texture.needsUpdate = true
  panoramas.set(light, texture)
  light.addEventListener('dispose', () => texture.dispose())
}

/** The surroundings, sharp, where a light was made of a panorama. */
export const panoramaOf = (light: Texture): DataTexture | undefined => panoramas.get(light)
