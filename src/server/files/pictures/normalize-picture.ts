import { fileURLToPath } from 'node:url'
import { pictureLimits } from '#contract/files.ts'
import { createBoundedPool, ProcessEndedError } from '../../process/bounded-pool.ts'
import { pictureProcessUrl } from '../../process/worker-files.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { DecodeOptions, NormalPicture } from './decode-picture.ts'
import { pictureKindOf, type DecodedKind } from './picture-kind.ts'
import { tooMuch } from '../too-much.ts'

/** An AVIF of 6000² asks for 1,220 and uses 740, the most of all kinds; newer versions of Node ask for some more. */
const memoryMegabytesMax = 1_350
/** What libvips keeps after a large one is not kept for long. */
const keptMegabytesMax = 200
const idleMs = 60_000
/** The slowest kind takes ten seconds on a slow machine. */
const timeoutMs = 120_000

/**
 * Returns the picture upright, in 8-bit sRGB, without metadata, in the format of the file; AVIF, HEIC, TIFF and GIF
 * become PNG or JPEG. It is decoded in a process of bounded memory, since what strangers make of a picture may take
 * gigabytes, or break the decoder.
 *
 * It throws {HttpError} `too_large`, or `bad_picture` with a sentence that says what is wrong.
 */
export type NormalizePicture = (
  bytes: Uint8Array,
  options?: NormalizeOptions,
) => Promise<NormalPicture>

type NormalizeOptions = {
  /** Accepts a larger file and resizes the picture to the limits, for pictures that nobody can choose again. */
  isResized?: boolean | undefined
}

const smallBytesMax = 1024 * 1024
/** Large pictures take all cores for seconds; requests and small pictures go first. */
const largeNiceness = 10
/** Largest file of a picture that is resized. */
const resizedBytesMax = 32 * 1024 * 1024

/** @param limits for tests. */
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
  // Warm processes of their own: a small picture does not wait until one has started beside large ones.
  const decodeSmall = createBoundedPool<DecodeOptions, Omit<NormalPicture, 'bytes'>>(options)
  return async (bytes, { isResized = false } = {}) => {
    const kind = checkKind(bytes, isResized ? resizedBytesMax : pictureLimits.sizeBytesMax)
    const decode = bytes.byteLength <= smallBytesMax ? decodeSmall : decodeLarge
    try {
      const { answer, bytes: made } = await decode({ kind, isResized }, bytes)
      return { ...answer, bytes: made }
    } catch (cause) {
      throw cause instanceof ProcessEndedError ? tooMuch(cause) : cause
    }
  }
}

/** One for the process, so that all share the processes that are warm. */
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
  const kind = pictureKindOf(bytes)
  if ('mimeType' in kind) return kind.mimeType
  throw new HttpError(
    'bad_picture',
    `The file is ${kind.otherName}. Use a PNG, JPEG, WebP, AVIF, HEIC, TIFF or GIF picture.`,
  )
}
