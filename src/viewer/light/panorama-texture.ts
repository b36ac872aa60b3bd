import { DataTexture, HalfFloatType, LinearFilter, RepeatWrapping, type Texture } from 'three'

/** A panorama to show behind the model: RGBA per pixel with alpha 1, as half floats. */
export type PanoramaPicture = {
  width: number
  height: number
  pixels: Uint16Array<ArrayBuffer>
}

const panoramas = new WeakMap<Texture, DataTexture>()

export function addPanorama(light: Texture, { width, height, pixels }: PanoramaPicture): void {
  const texture = new DataTexture(pixels, width, height, undefined, HalfFloatType)
  texture.magFilter = LinearFilter
  texture.minFilter = LinearFilter
  texture.wrapS = RepeatWrapping
  texture.needsUpdate = true
  panoramas.set(light, texture)
  light.addEventListener('dispose', () => texture.dispose())
}

export const getPanorama = (light: Texture): DataTexture | undefined => panoramas.get(light)
