import type { EmbeddedPicture } from '../../mesh/parts.ts'
import { type RawPicture, writePng } from './png.ts'
import { readPng } from './read-png.ts'

/** A linear colour with alpha, or a picture with the same texture coordinates. */
export type PictureLayer = readonly [number, number, number, number] | EmbeddedPicture

/**
 * Combines a picture with the layers that show through its transparent pixels.
 * @returns the same picture for an opaque picture or an unknown format.
 */
export function layOver(picture: EmbeddedPicture, below: readonly PictureLayer[]): EmbeddedPicture {
  const top = readPng(picture.bytes)
  if (!top || !top.pixels.some((value, at) => at % 4 === 3 && value < 255)) return picture
  const { width, height } = top
  const mixed = new Float32Array(width * height * 4)
  const layers = [...below, picture]
  for (const layer of layers) {
    const raw = 'bytes' in layer ? (layer === picture ? top : readPng(layer.bytes)) : undefined
    const plain = 'bytes' in layer ? undefined : toBytes(layer)
    if (!raw && !plain) continue
    for (let at = 0; at < width * height; at++) {
      const source = raw
        ? getPixel(raw, (at % width) / width, Math.floor(at / width) / height)
        : plain
      if (source) blend(mixed, at * 4, source)
    }
  }
  const pixels = Uint8Array.from(mixed, (value) => Math.round(value))
  return { ...picture, mimeType: 'image/png', bytes: writePng({ width, height, pixels }) }
}

type Pixel = ArrayLike<number>

function getPixel({ width, height, pixels }: RawPicture, u: number, v: number): Pixel {
  const at = (Math.floor(v * height) * width + Math.floor(u * width)) * 4
  return pixels.subarray(at, at + 4)
}

function blend(mixed: Float32Array, at: number, source: Pixel): void {
  const alpha = (source[3] ?? 255) / 255
  const under = (mixed[at + 3] ?? 0) / 255
  const whole = alpha + under * (1 - alpha)
  for (let channel = 0; channel < 3; channel++) {
    const value = (source[channel] ?? 0) * alpha + (mixed[at + channel] ?? 0) * under * (1 - alpha)
    mixed[at + channel] = whole > 0 ? value / whole : 0
  }
  mixed[at + 3] = whole * 255
}

const toBytes = ([red, green, blue, alpha]: readonly [
  number,
  number,
  number,
  number,
]): number[] => [...[red, green, blue].map((value) => toSrgb(value) * 255), alpha * 255]

const toSrgb = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
