import { fileURLToPath } from 'node:url'
import { pictureLimits } from '#contract/files.ts'
import { createBoundedPool, ProcessEndedError } from '../../process/bounded-pool.ts'
import { pictureProcessUrl } from '../../process/worker-files.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { DecodeOptions, NormalPicture } from './decode-picture.ts'
import { detectPictureKind, type DecodedKind } from './picture-kind.ts'
import { createPictureTooLargeError } from '../picture-too-large.ts'

/**
 * Maximum memory of the decoding process in MB. An AVIF of 6000 × 6000 px needs most memory: it
 * reserves 1,220 MB and uses 740 MB.
 */
const memoryMegabytesMax = 1_350
/**
 * Memory in MB above which an idle process is ended, because libvips keeps memory after a large
 * picture.
 */
const keptMegabytesMax = 200
const idleMs = 60_000
/** Timeout of a picture in milliseconds. The slowest format takes ten seconds on a slow machine. */
const timeoutMs = 120_000

/**
 * Returns the picture upright, in 8-bit sRGB, without metadata. AVIF, HEIC, TIFF and GIF become PNG
 * or JPEG. Decodes in a process of bounded memory, because hostile pictures may take gigabytes or
 * crash the decoder. Throws {HttpError} `too_large`, or `bad_picture` with a sentence that explains
 * the problem.
 */
export type NormalizePicture = (
  bytes: Uint8Array,
  options?: NormalizeOptions,
) => Promise<NormalPicture>

type NormalizeOptions = {
  /**
   * True to resize a picture above the limits instead of refusing it, because no person could
   * replace a chat model's picture by a smaller one.
   */
  isResized?: boolean | undefined
}

const smallBytesMax = 1024 * 1024
/**
 * Nice value (low scheduling priority) of processes for large pictures, which use all cores for
 * seconds.
 */
const largeNiceness = 10
const resizedBytesMax = 32 * 1024 * 1024

export function createNormalizer(limits: { memoryMegabytesMax?: number } = {}): NormalizePicture {
  const options = {
    entry: fileURLToPath(pictureProcessUrl),
    memoryMegabytesMax,
    keptMegabytesMax,
    idleMs,
    timeoutMs,
    ...limits,
  }
  const decodeLarge = createBoundedPool<DecodeOptions, Omit<NormalPicture, 'bytes'>>({
    ...options,
    niceness: largeNiceness,
  })
  // Small pictures have a separate pool, so that they do not wait for large pictures.
  const decodeSmall = createBoundedPool<DecodeOptions, Omit<NormalPicture, 'bytes'>>(options)
  return async (bytes, { isResized = false } = {}) => {
    const kind = checkKind(bytes, isResized ? resizedBytesMax : pictureLimits.sizeBytesMax)
    const decode = bytes.byteLength <= smallBytesMax ? decodeSmall : decodeLarge
    try {
      const { answer, bytes: made } = await decode({ kind, isResized }, bytes)
      return { ...answer, bytes: made }
    } catch (cause) {
      throw cause instanceof ProcessEndedError ? createPictureTooLargeError(cause) : cause
    }
  }
}

export const normalizePicture: NormalizePicture = createNormalizer()

function checkKind(bytes: Uint8Array, bytesMax: number): DecodedKind {
  if (bytes.byteLength === 0) throw new HttpError('bad_picture', 'The file is empty.')
  if (bytes.byteLength > bytesMax) {
    const megabytes = Math.ceil(bytes.byteLength / 1024 / 1024)
    throw new HttpError(
      'too_large',
      `The picture is ${megabytes} MB large. The limit is ${bytesMax / 1024 / 1024} MB.`,
    )
  }
  const kind = detectPictureKind(bytes)
  if ('mimeType' in kind) return kind.mimeType
  throw new HttpError(
    'bad_picture',
    `The file is ${kind.otherName}. Use a PNG, JPEG, WebP, AVIF, HEIC, TIFF or GIF picture.`,
  )
}
