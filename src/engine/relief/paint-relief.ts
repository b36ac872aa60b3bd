import sharp from 'sharp'
import { clamp } from '#lib/clamp.ts'
import { seedFactors, type EngineParams } from '../params.ts'
import { blur } from '../raster/blur.ts'
import { createPlane, type Plane } from '../raster/plane.ts'
import { stretch } from '../raster/sample.ts'
import { encodePicture } from '../texture/atlas.ts'
import type { Textures } from '../texture/paint-textures.ts'
import type { Relief } from './build-relief.ts'

const longSideMax = 2048
/**
 * Height of the bumps made from lightness, as a fraction of the width. Higher bumps look like noise
 * in low light.
 */
const reliefFraction = 0.0022
const roughness = 175
const occlusionStrength = 0.6
/**
 * Depth below the surroundings of a fully occluded point, as a fraction of the relief's depth, and
 * size of the surroundings as a fraction of the width.
 */
const hollow = { depthFraction: 0.25, widthFraction: 0.02 } as const
/**
 * Luminance difference (of 255) to the surroundings that makes a full bump, and size of the
 * surroundings as a fraction of the width.
 */
const bump = { fullContrast: 70, widthFraction: 0.008 } as const

/**
 * Makes the textures of a relief: the framed picture as base colour, its lightness as bumps, and
 * occlusion in hollows.
 */
export async function paintRelief(relief: Relief, params: EngineParams): Promise<Textures> {
  if (!params.texture && !params.pbr) return {}
  const { framed } = relief
  const wanted = params.texture_size === 'auto' ? longSideMax : params.texture_size
  const scale = Math.min(1, wanted / Math.max(framed.width, framed.height))
  const width = Math.round(framed.width * scale)
  const height = Math.round(framed.height * scale)
  const pixels = await sharp(framed.rgb, {
    raw: { width: framed.width, height: framed.height, channels: 3 },
  })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  const encoding: Promise<[keyof Textures, Uint8Array]>[] = []
  const encode = (name: keyof Textures, picture: Uint8Array, quality: number) => {
    const encoded = encodePicture({ width, height, pixels: picture }, params.texture_format, {
      quality,
    })
    encoding.push(encoded.then((bytes) => [name, bytes]))
  }
  if (params.texture) encode('baseColour', pixels, 90)
  if (params.pbr) {
    encode('occlusionRoughness', paintOcclusion(relief, width, height), 85)
    const bumps = findBumps(pixels, width, height)
    const reliefHeight =
      width * reliefFraction * params.detail * seedFactors(params.model_seed).detail
    encode('normal', paintNormals(bumps, reliefHeight), 93)
  }
  return Object.fromEntries(await Promise.all(encoding))
}

function findBumps(pixels: Uint8Array, width: number, height: number): Plane {
  const luminance = createPlane(width, height)
  for (let i = 0; i < luminance.data.length; i++) {
    luminance.data[i] =
      0.2126 * pixels[i * 3] + 0.7152 * pixels[i * 3 + 1] + 0.0722 * pixels[i * 3 + 2]
  }
  const fine = blur(luminance, 0.8)
  const coarse = blur(luminance, width * bump.widthFraction)
  for (let i = 0; i < fine.data.length; i++) {
    fine.data[i] = clamp((fine.data[i] - coarse.data[i]) / bump.fullContrast, -1, 1)
  }
  return fine
}

function paintNormals({ width, height, data }: Plane, reliefHeight: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const up = y > 0 ? width : 0
    const down = y < height - 1 ? width : 0
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const left = x > 0 ? 1 : 0
      const right = x < width - 1 ? 1 : 0
      const nx = -(data[i + right] - data[i - left]) * 0.5 * reliefHeight
      const ny = (data[i + down] - data[i - up]) * 0.5 * reliefHeight
      const half = 127.5 / Math.sqrt(nx * nx + ny * ny + 1)
      pixels[i * 3] = nx * half + 128
      pixels[i * 3 + 1] = ny * half + 128
      pixels[i * 3 + 2] = half + 128
    }
  }
  return pixels
}

function paintOcclusion({ heights, carving }: Relief, width: number, height: number): Uint8Array {
  const around = blur(heights, heights.width * hollow.widthFraction)
  for (let i = 0; i < around.data.length; i++) {
    const below = around.data[i] - heights.data[i]
    around.data[i] = clamp(below / (carving.depth * hollow.depthFraction), 0, 1)
  }
  const hollows = stretch(around, width, height)
  const pixels = new Uint8Array(width * height * 3)
  for (let i = 0; i < hollows.data.length; i++) {
    pixels[i * 3] = (1 - occlusionStrength * hollows.data[i]) * 255 + 0.5
    pixels[i * 3 + 1] = roughness
  }
  return pixels
}
