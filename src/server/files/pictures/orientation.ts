import type { Metadata, Sharp } from 'sharp'
import { readTiffTags } from './tiff-tags.ts'

const orientationTag = 0x112

/**
 * Returns the EXIF orientation, 1 to 8, that the decoder does not find: in XMP, in a text of a PNG,
 * or after the pixels of a PNG. Returns `undefined` for other files.
 */
export function findHiddenOrientation(metadata: Metadata, bytes: Uint8Array): number | undefined {
  if (metadata.orientation !== undefined) return undefined
  const late = metadata.format === 'png' ? readExifChunk(bytes) : undefined
  if (late !== undefined) return late
  for (const { keyword, text } of metadata.comments ?? []) {
    if (!/^Raw profile type (?:exif|APP1)$/i.test(keyword)) continue
    const stated = readRawProfile(text)
    if (stated !== undefined) return stated
  }
  const xmp = metadata.xmpAsString ?? metadata.xmp?.toString('utf8')
  return xmp === undefined ? undefined : checked(Number(xmpPattern.exec(xmp)?.[1]))
}

const xmpPattern = /\btiff:Orientation(?:\s*=\s*["']|>\s*)(\d)/

const signatureBytes = 8
const chunkFrameBytes = 12

/** Reads the EXIF chunk, which ImageMagick writes after the pixels. */
function readExifChunk(png: Uint8Array): number | undefined {
  const view = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  for (let at = signatureBytes; at + chunkFrameBytes <= view.length;) {
    const length = view.readUInt32BE(at)
    if (view.toString('latin1', at + 4, at + 8) === 'eXIf') {
      const tags = readTiffTags(view.subarray(at + 8, at + 8 + length))
      return checked(tags?.get(orientationTag)?.value)
    }
    at += chunkFrameBytes + length
  }
  return undefined
}

/** Reads the EXIF block that ImageMagick writes as hexadecimal text after its name and length. */
function readRawProfile(text: string): number | undefined {
  const hex = /^\s*\w+\s+\d+\s+([\da-f\s]+)$/i.exec(text)?.[1]
  if (hex === undefined) return undefined
  const bytes = Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')
  const start = bytes.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? 6 : 0
  return checked(readTiffTags(bytes.subarray(start))?.get(orientationTag)?.value)
}

const checked = (value: number | undefined): number | undefined =>
  value !== undefined && value >= 1 && value <= 8 ? value : undefined

/**
 * Turns by EXIF orientation: mirrored horizontally or not, then rotated clockwise by quarters, in
 * the order of sharp.
 */
const turns: Readonly<Record<number, readonly [quarters: 0 | 1 | 2 | 3, isMirrored: boolean]>> = {
  1: [0, false],
  2: [0, true],
  3: [2, false],
  4: [2, true],
  5: [3, true],
  6: [1, false],
  7: [1, true],
  8: [3, false],
}

/** Rotates a picture upright by its hidden orientation, otherwise by its usual orientation. */
export function turnUpright(picture: Sharp, hidden: number | undefined): Sharp {
  const turn = hidden === undefined ? undefined : turns[hidden]
  if (!turn) return picture.autoOrient()
  const [quarters, isMirrored] = turn
  const turned = quarters === 0 ? picture : picture.rotate(quarters * 90)
  return isMirrored ? turned.flop() : turned
}
