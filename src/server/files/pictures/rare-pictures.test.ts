import { zlibSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodeUpload } from './decode-picture.ts'
import { detectPictureKind, type DecodedKind } from './picture-kind.ts'
import { makeTiff } from './tiff.fixture.ts'

function getKind(bytes: Uint8Array): DecodedKind {
  const kind = detectPictureKind(bytes)
  if (!('mimeType' in kind)) throw new TypeError(kind.otherName)
  return kind.mimeType
}

const open = (bytes: Uint8Array) => decodeUpload(bytes, { kind: getKind(bytes), isResized: false })

const getPixels = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (x: number, y: number) =>
    [...data.subarray((y * info.width + x) * info.channels)].slice(0, 3)
}

const side = 24
const fill = (pixel: readonly number[]) =>
  Uint8Array.from({ length: side * side * pixel.length }, (_, at) => pixel[at % pixel.length]!)
const sized = { width: side, height: side }
const near = (color: readonly number[]) => color.map((value) => expect.closeTo(value, -0.7))

describe('TIFF pictures', () => {
  it('may be in the format BigTIFF', async () => {
    const picture = sharp({ create: { ...sized, channels: 3, background: '#3366cc' } })
    const bytes = await picture.tiff({ bigtiff: true, compression: 'lzw' }).toBuffer()
    expect(bytes.readUInt16LE(2)).toBe(43)
    const { bytes: made, mimeType } = await open(bytes)
    expect(mimeType).toBe('image/jpeg')
    expect((await getPixels(made))(5, 5)).toEqual(near([0x33, 0x66, 0xcc]))
  })

  it.each([
    ['CIELAB', 8, 8, [136, 80, 67], [255, 0, 0]],
    ['CIELAB with negative values', 8, 8, [75, 68, 256 - 112], [0, 0, 255]],
    ['ICCLAB', 9, 8, [224, 128 - 79, 128 + 81], [0, 255, 0]],
    ['CIELAB with 16 bits', 8, 16, [0xff, 0x7f, 0, 0, 0, 0], [119, 119, 119]],
  ] as const)('may have the colours of %s', async (_, photometric, bits, pixel, color) => {
    const tiff = makeTiff({ ...sized, photometric, bits, data: fill(pixel) })
    const { bytes } = await open(tiff)
    const [red = 0, green = 0, blue = 0] = (await getPixels(bytes))(9, 9)
    for (const [at, value] of [red, green, blue].entries()) {
      expect(Math.abs(value - color[at]!)).toBeLessThan(12)
    }
  })

  it('may have the colours of CIELAB with 16 bits and an alpha channel', async () => {
    const data = fill([0, 136, 0, 80, 0, 67, 0xff, 0xff])
    const lab = makeTiff({ ...sized, photometric: 8, bits: 16, channels: 4, data })
    const { bytes, hasAlpha } = await open(lab)
    expect(hasAlpha).toBe(false)
    const [red = 0, green = 0, blue = 0] = (await getPixels(bytes))(9, 9)
    expect(red).toBeGreaterThan(240)
    expect(Math.max(green, blue)).toBeLessThan(20)
  })

  it('a TIFF may contain a JPEG in the format used before 1995, and its own orientation applies', async () => {
    const left = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
      .composite([
        {
          input: { create: { width: 8, height: 30, channels: 3, background: '#000' } },
          left: 0,
          top: 0,
        },
      ])
      .jpeg()
      .toBuffer()
    const tiff = makeTiff({
      width: 40,
      height: 30,
      photometric: 6,
      compression: 6,
      data: left,
      more: [
        [274, 6],
        [513, 'data'],
        [514, left.length],
      ],
    })
    const { bytes, widthPx, heightPx } = await open(tiff)
    expect([widthPx, heightPx]).toEqual([30, 40])
    const pixel = await getPixels(bytes)
    expect(pixel(15, 2)).toEqual(near([0, 0, 0]))
    expect(pixel(15, 35)).toEqual(near([255, 255, 255]))
  })

  it('a TIFF with an old JPEG in pieces, or with damage, is refused with the reason', async () => {
    const data = fill([1, 2, 3])
    const pieces = makeTiff({ ...sized, photometric: 6, compression: 6, data })
    await expect(open(pieces)).rejects.toThrow('old kind of JPEG compression')
    const lab = makeTiff({ ...sized, photometric: 8, data })
    await expect(open(lab.subarray(0, 300))).rejects.toMatchObject({ code: 'bad_picture' })
    await expect(open(lab.subarray(0, 9))).rejects.toMatchObject({ code: 'bad_picture' })
  })
})

/**
 * Corner in which each orientation stores a red square, which is at the top left after the
 * orientation is applied.
 */
const corners: readonly [orientation: number, x: 'left' | 'right', y: 'top' | 'bottom'][] = [
  [1, 'left', 'top'],
  [2, 'right', 'top'],
  [3, 'right', 'bottom'],
  [4, 'left', 'bottom'],
  [5, 'left', 'top'],
  [6, 'left', 'bottom'],
  [7, 'right', 'bottom'],
  [8, 'right', 'top'],
]

async function makeCornered(x: 'left' | 'right', y: 'top' | 'bottom') {
  const corner = { create: { width: 10, height: 10, channels: 3 as const, background: '#f00' } }
  const [left, top] = [x === 'left' ? 0 : 50, y === 'top' ? 0 : 30]
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
    .composite([{ input: corner, left, top }])
    .png()
    .toBuffer()
}

const signatureAndHeaderBytes = 8 + 25
const endBytes = 12

function withChunk(
  png: Buffer,
  kind: string,
  content: Uint8Array,
  after = signatureAndHeaderBytes,
): Buffer {
  const chunk = Buffer.alloc(content.length + 12)
  chunk.writeUInt32BE(content.length)
  chunk.write(kind, 4, 'latin1')
  chunk.set(content, 8)
  chunk.writeUInt32BE(getCrc(chunk.subarray(4, -4)), content.length + 8)
  return Buffer.concat([png.subarray(0, after), chunk, png.subarray(after)])
}

function getCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

const exifHeader = Buffer.from('Exif\0\0', 'latin1')

function makeExif(orientation: number): Buffer {
  const exif = Buffer.from(
    'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0',
    'latin1',
  )
  exif.writeUInt16BE(orientation, 8 + 2 + 8)
  return exif
}

function makeRawProfile(orientation: number): string {
  const exif = Buffer.concat([exifHeader, makeExif(orientation)])
  const hex = exif.toString('hex').replaceAll(/.{72}/g, '$&\n')
  return `\nexif\n${String(exif.length).padStart(8)}\n${hex}\n`
}

const xmp = (property: string) =>
  Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" ${property}</rdf:RDF></x:xmpmeta>`,
  )
const xmpAttribute = (value: number) => xmp(`tiff:Orientation="${value}"/>`)
const xmpElement = (value: number) =>
  xmp(`><tiff:Orientation>${value}</tiff:Orientation></rdf:Description>`)
const asInternational = (content: Uint8Array) =>
  Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), content])

const ways = {
  'the text of a PNG': (png: Buffer, value: number) =>
    withChunk(
      png,
      'tEXt',
      Buffer.from(`Raw profile type exif\0${makeRawProfile(value)}`, 'latin1'),
    ),
  'the compressed text of a PNG': (png: Buffer, value: number) =>
    withChunk(
      png,
      'zTXt',
      Buffer.concat([
        Buffer.from('Raw profile type APP1\0\0', 'latin1'),
        zlibSync(Buffer.from(makeRawProfile(value))),
      ]),
    ),
  'EXIF after the pixels of a PNG': (png: Buffer, value: number) =>
    withChunk(png, 'eXIf', makeExif(value), png.length - endBytes),
  'an attribute of XMP': (png: Buffer, value: number) =>
    withChunk(png, 'iTXt', asInternational(xmpAttribute(value))),
  'an element of XMP': (png: Buffer, value: number) =>
    withChunk(png, 'iTXt', asInternational(xmpElement(value))),
} as const

describe.each(Object.keys(ways) as (keyof typeof ways)[])('orientation in %s', (way) => {
  it.each(corners)('%i rotates the picture upright', async (orientation, x, y) => {
    const { bytes, widthPx, heightPx } = await open(
      ways[way](await makeCornered(x, y), orientation),
    )
    expect([widthPx, heightPx]).toEqual(orientation > 4 ? [40, 60] : [60, 40])
    expect((await getPixels(bytes))(3, 3)).toEqual([255, 0, 0])
  })
})

describe('orientation', () => {
  it('the orientation of EXIF takes precedence over that of XMP', async () => {
    const png = await sharp(await makeCornered('left', 'bottom'))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { bytes } = await open(withChunk(png, 'iTXt', asInternational(xmpAttribute(3))))
    expect((await getPixels(bytes))(3, 3)).toEqual([255, 0, 0])
  })

  it('an orientation that is not between 1 and 8 is ignored', async () => {
    const png = withChunk(
      await makeCornered('left', 'top'),
      'iTXt',
      asInternational(xmpAttribute(9)),
    )
    expect(await open(png)).toMatchObject({ widthPx: 60, heightPx: 40 })
  })
})

describe('pixel art', () => {
  it('a picture below 20 px is enlarged by a whole factor, with sharp edges', async () => {
    const data = Uint8Array.from({ length: 16 * 16 * 3 }, (_, at) =>
      (Math.floor(at / 3) + Math.floor(at / 48)) % 2 === 0 ? 255 : 0,
    )
    const png = await sharp(data, { raw: { width: 16, height: 16, channels: 3 } })
      .png()
      .toBuffer()
    const { bytes, widthPx, heightPx } = await open(png)
    expect([widthPx, heightPx]).toEqual([512, 512])
    const colors = new Set(await sharp(bytes).removeAlpha().raw().toBuffer())
    expect(Array.from(colors).toSorted((one, other) => one - other)).toEqual([0, 255])
  })

  it.each([
    [8, 19, 208, 494],
    [1, 1, 512, 512],
    [19, 300, 38, 600],
    [30, 30, 30, 30],
  ])('a picture of %i × %i px becomes %i × %i px', async (width, height, widthPx, heightPx) => {
    const gif = await sharp({ create: { width, height, channels: 3, background: '#123' } })
      .gif()
      .toBuffer()
    expect(await open(gif)).toMatchObject({ widthPx, heightPx, mimeType: 'image/png' })
  })

  it('a picture that would become too large is refused with its size', async () => {
    const line = await sharp({
      create: { width: 6000, height: 2, channels: 3, background: '#123' },
    })
      .png()
      .toBuffer()
    await expect(open(line)).rejects.toThrow('only 6,000 × 2 px')
  })
})
