import sharp from 'sharp'
import { srgb8FromLinear } from '../raster/colour-space.ts'
import type { EngineParams } from '../params.ts'
import type { ThreePlanes } from '../raster/plane.ts'
import type { AtlasLayout } from '../uv.ts'

/** Difference between the quality values of JPEG and WebP files that look the same. */
const webpLess = 6
/** WebP encoder effort, 0 to 6. Higher values take several times as long and save a few percent. */
const webpEffort = 2

/**
 * The texture: an RGB picture with two equal parts (charts), one for the front of the object and
 * one for the back.
 */
export type Atlas = {
  readonly width: number
  readonly height: number
  readonly chartWidth: number
  readonly chartHeight: number
  readonly pixels: Uint8Array
  readonly origins: readonly { readonly x: number; readonly y: number }[]
}

export function createAtlas(chartWidth: number, chartHeight: number, layout: AtlasLayout): Atlas {
  const isTall = layout === 'side-by-side'
  const width = isTall ? chartWidth * 2 : chartWidth
  const height = isTall ? chartHeight : chartHeight * 2
  return {
    width,
    height,
    chartWidth,
    chartHeight,
    pixels: new Uint8Array(width * height * 3),
    origins: [
      { x: 0, y: 0 },
      { x: isTall ? chartWidth : 0, y: isTall ? 0 : chartHeight },
    ],
  }
}

export function paintChart(
  { width, chartWidth, chartHeight, pixels, origins }: Atlas,
  chart: 0 | 1,
  [red, green, blue]: ThreePlanes,
): void {
  const origin = origins[chart]
  const [r, g, b] = [red.data, green.data, blue.data]
  for (let y = 0; y < chartHeight; y++) {
    let k = ((y + origin.y) * width + origin.x) * 3
    for (let i = y * chartWidth; i < (y + 1) * chartWidth; i++) {
      pixels[k] = srgb8FromLinear(r[i])
      pixels[k + 1] = srgb8FromLinear(g[i])
      pixels[k + 2] = srgb8FromLinear(b[i])
      k += 3
    }
  }
}

/** Encoder quality, 1 to 100, and whether colours may be stored at half the resolution. */
export type PictureEncoding = { readonly quality: number; readonly isColourHalved?: boolean }

/**
 * Encodes a JPEG or WebP file on another thread. WebP always halves the colour resolution. If
 * `isColourHalved` is false, WebP averages colours more accurately (`smartSubsample`).
 */
export function encodePicture(
  { width, height, pixels }: Pick<Atlas, 'width' | 'height' | 'pixels'>,
  format: EngineParams['texture_format'],
  { quality, isColourHalved = false }: PictureEncoding,
): Promise<Uint8Array> {
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
  const encoded =
    format === 'webp'
      ? picture.webp({
          quality: quality - webpLess,
          smartSubsample: !isColourHalved,
          effort: webpEffort,
        })
      : picture.jpeg({ quality, chromaSubsampling: isColourHalved ? '4:2:0' : '4:4:4' })
  return encoded.toBuffer()
}
