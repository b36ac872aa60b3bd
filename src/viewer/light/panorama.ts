import { DataUtils, HalfFloatType } from 'three'
import { HDRLoader } from 'three/addons/loaders/HDRLoader.js'
import type { LightFormula } from '../plain/light-formula.ts'

/** Width of the panorama for blurred reflections in pixels, enough for their details. */
const blurredWidth = 72
/** Width of the panorama for mirror reflections in pixels, equal to four faces of the cube map. */
const sharpWidth = 256
const shownWidth = 2048
/** Fraction of the peak below which a direction's light is ignored. */
const faintRadiance = 1e-3

/** A panorama to show behind the model: RGBA per pixel with alpha 1, as half floats. */
export type PanoramaPicture = {
  width: number
  height: number
  pixels: Uint16Array<ArrayBuffer>
}

type HalfFloats = { data: ArrayLike<number>; width: number; height: number }
type Panorama = { width: number; height: number; pixels: Float32Array }

/**
 * Reads a Radiance HDR panorama as light, relative to white paper.
 * @returns the reflection for each roughness, and the picture to show behind a model.
 * @throws {Error} if the file is no panorama.
 */
export function readPanorama(bytes: ArrayBuffer): {
  lightFor: (roughness: number) => LightFormula
  picture: () => PanoramaPicture
} {
  const { data, width, height, type } = new HDRLoader().parse(bytes)
  if (!data || !width || !height || type !== HalfFloatType) throw new Error('Not a panorama.')
  const full = { data, width, height }
  const sharp = reduce(full, sharpWidth)
  const blurred = reduce(full, blurredWidth)
  return {
    lightFor: (roughness) => (roughness < 0.05 ? mirrored(sharp) : reflected(blurred, roughness)),
    picture: () => getPicture(reduce(full, shownWidth)),
  }
}

function getPicture({ width, height, pixels }: Panorama): PanoramaPicture {
  const shown = new Uint16Array(width * height * 4).fill(DataUtils.toHalfFloat(1))
  for (let at = 0; at < width * height; at++) {
    for (let channel = 0; channel < 3; channel++) {
      shown[at * 4 + channel] = DataUtils.toHalfFloat(pixels[at * 3 + channel] ?? 0)
    }
  }
  return { width, height, pixels: shown }
}

function reduce({ data, width, height }: HalfFloats, wanted: number): Panorama {
  const step = Math.max(1, Math.floor(width / wanted))
  const small = { width: Math.floor(width / step), height: Math.max(1, Math.floor(height / step)) }
  const pixels = new Float32Array(small.width * small.height * 3)
  for (let y = 0; y < small.height * step && y < height; y++) {
    for (let x = 0; x < small.width * step; x++) {
      const to = (Math.floor(y / step) * small.width + Math.floor(x / step)) * 3
      for (let channel = 0; channel < 3; channel++) {
        const value = DataUtils.fromHalfFloat(data[(y * width + x) * 4 + channel] ?? 0)
        pixels[to + channel] = (pixels[to + channel] ?? 0) + value / (step * step)
      }
    }
  }
  return { ...small, pixels }
}

/**
 * Returns the light in a perfect mirror for each direction. The centre of the picture is at −z, as
 * in three.js.
 */
function mirrored({ width, height, pixels }: Panorama): LightFormula {
  return ({ x, y, z }, into) => {
    const u = Math.atan2(z, x) / (2 * Math.PI) + 0.5
    const v = Math.acos(Math.max(-1, Math.min(1, y))) / Math.PI
    const column = Math.min(width - 1, Math.floor(u * width))
    const row = Math.min(height - 1, Math.floor(v * height))
    const at = (row * width + column) * 3
    into.r = pixels[at] ?? 0
    into.g = pixels[at + 1] ?? 0
    into.b = pixels[at + 2] ?? 0
    return into
  }
}

/**
 * Returns a function that computes the light of the panorama that a surface reflects in a
 * direction. The weights are a von Mises-Fisher distribution for rough surfaces, and Lambert's
 * cosine for matt surfaces.
 */
function reflected({ width, height, pixels }: Panorama, roughness: number): LightFormula {
  const count = width * height
  const directions = new Float32Array(count * 3)
  const areas = new Float32Array(count)
  for (let at = 0; at < count; at++) {
    const azimuth = (((at % width) + 0.5) / width - 0.5) * 2 * Math.PI
    const polar = ((Math.floor(at / width) + 0.5) / height) * Math.PI
    areas[at] = Math.sin(polar)
    directions[at * 3] = Math.sin(polar) * Math.cos(azimuth)
    directions[at * 3 + 1] = Math.cos(polar)
    directions[at * 3 + 2] = Math.sin(polar) * Math.sin(azimuth)
  }
  const variance = Math.max(0.5 * (1 - Math.exp(-4 * roughness ** 4)), 4 / width ** 2)
  const isMatt = roughness > 0.99
  const least = isMatt ? 0 : 1 + variance * Math.log(faintRadiance)
  return (direction, into) => {
    let [red, green, blue, all] = [0, 0, 0, 0]
    for (let at = 0; at < count; at++) {
      const along =
        direction.x * (directions[at * 3] ?? 0) +
        direction.y * (directions[at * 3 + 1] ?? 0) +
        direction.z * (directions[at * 3 + 2] ?? 0)
      if (along <= least) continue
      const weight = (areas[at] ?? 0) * (isMatt ? along : Math.exp((along - 1) / variance))
      all += weight
      red += weight * (pixels[at * 3] ?? 0)
      green += weight * (pixels[at * 3 + 1] ?? 0)
      blue += weight * (pixels[at * 3 + 2] ?? 0)
    }
    into.r = red / (all || 1)
    into.g = green / (all || 1)
    into.b = blue / (all || 1)
    return into
  }
}
