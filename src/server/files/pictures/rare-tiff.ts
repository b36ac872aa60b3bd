import sharp, { type Sharp } from 'sharp'
import { HttpError } from '../../errors/http-error.ts'
import { readTiffTags, type TiffTag } from './tiff-tags.ts'

const bitsTag = 258
const compressionTag = 259
const photometricTag = 262
const orientationTag = 274
const samplesTag = 277
const jpegStartTag = 513
const jpegLengthTag = 514

const oldJpeg = 6
const rgb = 2
const labKinds = new Map<number, 'signed' | 'shifted'>([
  [8, 'signed'],
  [9, 'shifted'],
])

/**
 * Converts TIFF files that the decoder cannot read: colours in Lab, and JPEG as in TIFF before
 * 1995. Other files stay unchanged.
 * @param pixelsMax refuses larger pictures.
 * @throws {HttpError} `bad_picture` if the JPEG is not in one piece.
 */
export async function readRareTiff(bytes: Uint8Array, pixelsMax: number): Promise<Uint8Array> {
  const tags = readTiffTags(bytes)
  if (!tags) return bytes
  if (tags.get(compressionTag)?.value === oldJpeg) return extractJpeg(bytes, tags)
  const photometric = tags.get(photometricTag)
  const kind = photometric && labKinds.get(photometric.value)
  const bits = tags.get(bitsTag)?.value ?? 8
  if (!photometric || !kind || bits > 16) return bytes
  // The alpha channel needs a conversion here, because the decoder makes it transparent in CIELAB
  // with 16 bits.
  const hasAlpha = (tags.get(samplesTag)?.value ?? 3) > 3
  if (kind === 'signed' && bits > 8 && !hasAlpha) return bytes
  return convertLab(bytes, { photometric, kind, pixelsMax })
}

function extractJpeg(bytes: Uint8Array, tags: ReadonlyMap<number, TiffTag>): Promise<Uint8Array> {
  const start = tags.get(jpegStartTag)?.value ?? bytes.length
  const length = tags.get(jpegLengthTag)?.value ?? bytes.length - start
  const jpeg = bytes.subarray(start, start + length)
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) {
    throw new HttpError(
      'bad_picture',
      'This TIFF has an old kind of JPEG compression that is not supported. Save it as PNG.',
    )
  }
  return withOrientation(sharp(jpeg), tags.get(orientationTag)?.value)
}

type Lab = { photometric: TiffTag; kind: 'signed' | 'shifted'; pixelsMax: number }

async function convertLab(
  bytes: Uint8Array,
  { photometric, kind, pixelsMax }: Lab,
): Promise<Uint8Array> {
  const patched = bytes.slice()
  const isLittle = bytes[0] === 0x49
  new DataView(patched.buffer).setUint16(photometric.at, rgb, isLittle)
  const orientation = readTiffTags(bytes)?.get(orientationTag)?.value
  const { data, info } = await sharp(patched, { limitInputPixels: pixelsMax, failOn: 'error' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (let at = 0; at < data.length; at += channels) convertPixel(data, at, kind)
  return withOrientation(sharp(data, { raw: { width, height, channels } }), orientation)
}

const withOrientation = (picture: Sharp, orientation: number | undefined) =>
  picture
    .png({ compressionLevel: 1 })
    .withMetadata(
      orientation !== undefined && orientation >= 1 && orientation <= 8 ? { orientation } : {},
    )
    .toBuffer()

/**
 * Converts one pixel from CIE L*a*b* with white D50, TIFF's default, to 8-bit sRGB, in place.
 * Sources: CIE 15, IEC 61966-2-1.
 */
function convertPixel(data: Uint8Array, at: number, kind: Lab['kind']): void {
  const fy = (((data[at] ?? 0) * 100) / 255 + 16) / 116
  const x = whiteD50[0] * uncurve(fy + signed(data[at + 1] ?? 0, kind) / 500)
  const y = whiteD50[1] * uncurve(fy)
  const z = whiteD50[2] * uncurve(fy - signed(data[at + 2] ?? 0, kind) / 200)
  for (const [channel, row] of d50ToSrgb.entries()) {
    data[at + channel] = encode(row[0] * x + row[1] * y + row[2] * z)
  }
}

const signed = (stored: number, kind: Lab['kind']): number =>
  kind === 'shifted' ? stored - 128 : stored < 128 ? stored : stored - 256

const uncurve = (f: number): number => {
  const cube = f ** 3
  return cube > 216 / 24_389 ? cube : (116 * f - 16) / (24_389 / 27)
}

function encode(linear: number): number {
  const encoded = linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, encoded)) * 255)
}

const whiteD50 = [0.9642, 1, 0.8251] as const
/** Matrix from XYZ with white D50 to linear sRGB, with Bradford's adaptation. */
const d50ToSrgb = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const
