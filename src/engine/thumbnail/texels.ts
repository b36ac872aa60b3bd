import sharp from 'sharp'
import { isGltfPicture } from '../inspect/is-picture.ts'

/** A decoded texture, four bytes per texel. */
export type Texels = {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
  /**
   * The texture's memory with one number per texel. Red is the lowest byte, because all platforms
   * of Node are little-endian.
   */
  readonly packed: Int32Array
}

/**
 * Maximum for the long side of a decoded texture, in pixels. More texels than the thumbnail has
 * samples would not be visible.
 */
const longSideMax = 2048
/**
 * Number of textures that are decoded at the maximum size, which take 256 MiB together. If a model
 * has more textures, all are decoded at a smaller size.
 */
const largeMax = 16
/**
 * Maximum number of pixels of a texture. Larger textures are skipped, because an interlaced PNG is
 * decoded in memory as a whole.
 */
const pixelsMax = 8192 * 8192

/** Returns the side to which each of `count` textures is shrunk, in pixels. */
export const longSideFor = (count: number): number =>
  Math.max(16, Math.floor(longSideMax / Math.sqrt(Math.max(1, count / largeMax))))

/** Decodes a texture. Returns `undefined` for unsupported formats such as KTX 2. */
export async function loadTexels(
  image: Uint8Array | null,
  sideMax: number,
): Promise<Texels | undefined> {
  if (!image || !isGltfPicture(image)) return undefined
  return sharp(image, { limitInputPixels: pixelsMax })
    .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .then(
      ({ data, info: { width, height } }) => ({ width, height, ...asTexels(data) }),
      // Draw without the texture rather than not at all.
      () => undefined,
    )
}

/** Copies the data if the data is not aligned to four bytes, as typed arrays require. */
function asTexels(data: Uint8Array): Pick<Texels, 'rgba' | 'packed'> {
  const rgba = data.byteOffset % 4 === 0 ? data : Uint8Array.from(data)
  return { rgba, packed: new Int32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength >> 2) }
}

const redAndBlue = 0xff_00_ff

/**
 * Samples bilinearly with wrapping in integer arithmetic.
 * @param x position from the centre of the first texel, in steps of 1/256 texel, from -128 up to
 * `256 * width - 128` (exclusive). `y` is the same for rows.
 * @returns red in the lowest byte, then green and blue. The highest byte is undefined.
 */
export function readPackedTexel({ width, height, packed }: Texels, x: number, y: number): number {
  const left = x >> 8
  const top = y >> 8
  const x0 = left < 0 ? width - 1 : left
  const x1 = left + 1 >= width ? 0 : left + 1
  const upper = (top < 0 ? height - 1 : top) * width
  const lower = (top + 1 >= height ? 0 : top + 1) * width
  const a = packed[upper + x0]
  const b = packed[upper + x1]
  const c = packed[lower + x0]
  const d = packed[lower + x1]
  const across = x & 255
  const down = y & 255
  const wd = (across * down + 128) >> 8
  const wb = across - wd
  const wc = down - wd
  const wa = 256 - across - down + wd
  const outer =
    Math.imul(a & redAndBlue, wa) +
    Math.imul(b & redAndBlue, wb) +
    Math.imul(c & redAndBlue, wc) +
    Math.imul(d & redAndBlue, wd)
  const green =
    ((a >> 8) & 255) * wa + ((b >> 8) & 255) * wb + ((c >> 8) & 255) * wc + ((d >> 8) & 255) * wd
  return (((outer + 0x80_00_80) >>> 8) & redAndBlue) | ((green + 128) & 0xff_00)
}

// oxlint-disable-next-line max-params -- for each pixel
export function readTexel(
  { width, height, rgba }: Texels,
  u: number,
  v: number,
  result: Float64Array,
): void {
  const x = (u - Math.floor(u)) * width - 0.5
  const y = (v - Math.floor(v)) * height - 0.5
  const left = Math.floor(x)
  const top = Math.floor(y)
  const fx = x - left
  const fy = y - top
  const x0 = left < 0 ? width - 1 : left
  const x1 = left + 1 >= width ? 0 : left + 1
  const upper = (top < 0 ? height - 1 : top) * width
  const lower = (top + 1 >= height ? 0 : top + 1) * width
  const a = (upper + x0) * 4
  const b = (upper + x1) * 4
  const c = (lower + x0) * 4
  const d = (lower + x1) * 4
  const wa = (1 - fx) * (1 - fy)
  const wb = fx * (1 - fy)
  const wc = (1 - fx) * fy
  const wd = fx * fy
  for (let k = 0; k < 4; k++) {
    result[k] = rgba[a + k] * wa + rgba[b + k] * wb + rgba[c + k] * wc + rgba[d + k] * wd
  }
}
