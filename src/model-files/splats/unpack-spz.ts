import { concatBytes } from '#lib/concat-bytes.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { checkCount, splatsMax } from './splats.ts'

/** Columns of an SPZ as bytes: x, y, z of all splats, then all opacities, and so on. */
export type SpzColumns = {
  version: number
  count: number
  degree: number
  fractionBits: number
  positions: Uint8Array
  opacities: Uint8Array
  colors: Uint8Array
  scales: Uint8Array
  rotations: Uint8Array
  harmonics: Uint8Array
}

const spzMagic = 0x5053474e
const headerBytes = 16
/** Number of coefficients above degree 0 per splat, by degree. */
export const spzCoefficients = [0, 3, 8, 15, 24] as const
const rowMaxBytes = 98
/** Bytes of the header of version 4 before the position of the table of streams. */
const streamsHeaderBytes = 20
/** Bytes per entry in the table of streams: the compressed and the uncompressed length. */
const streamEntryBytes = 16

export const damagedSpz = (reason: string): UnworkableModelError =>
  new UnworkableModelError(`This SPZ is damaged: ${reason}.`)

/**
 * Unpacks an SPZ (nianticlabs/spz): one optional gzip of all columns in versions 2 and 3, or a
 * Zstandard stream per column in version 4.
 * @throws {UnworkableModelError} if the file is damaged, of another version, or would unpack too
 * large.
 */
export async function unpackSpz(packed: Uint8Array<ArrayBuffer>): Promise<SpzColumns> {
  // An uncompressed header means version 4 or an uncompressed file.
  const isOpen = packed.byteLength >= 4 && getView(packed).getUint32(0, true) === spzMagic
  const bytes = isOpen ? packed : await gunzip(packed)
  const header = readHeader(bytes, isOpen)
  const hasStreams = header.version >= 4
  return getColumns(header, hasStreams ? await streamReader(packed) : pieceReader(bytes))
}

type Header = Pick<SpzColumns, 'version' | 'count' | 'degree' | 'fractionBits'>
type Take = (lengthBytes: number) => Uint8Array

function readHeader(bytes: Uint8Array, isOpen: boolean): Header {
  if (bytes.byteLength < headerBytes) throw damagedSpz('it ends too early')
  const view = getView(bytes)
  if (view.getUint32(0, true) !== spzMagic) throw damagedSpz('its header cannot be read')
  const version = view.getUint32(4, true)
  const isKnown = version === 2 || version === 3 || (isOpen && version === 4)
  if (!isKnown) {
    throw new UnworkableModelError(
      `This is a version ${version} SPZ; only versions 2 to 4 are supported.`,
    )
  }
  const degree = view.getUint8(12)
  if (degree >= spzCoefficients.length) throw damagedSpz('its colours have an unknown format')
  const count = view.getUint32(8, true)
  checkCount(count)
  return { version, degree, count, fractionBits: view.getUint8(13) }
}

function getColumns(header: Header, take: Take): SpzColumns {
  const { version, count, degree } = header
  return {
    ...header,
    positions: take(count * 9),
    opacities: take(count),
    colors: take(count * 3),
    scales: take(count * 3),
    rotations: take(count * (version === 2 ? 3 : 4)),
    harmonics: take(count * 3 * (spzCoefficients[degree] ?? 0)),
  }
}

function pieceReader(bytes: Uint8Array): Take {
  let at = headerBytes
  return (lengthBytes) => {
    const column = bytes.subarray(at, at + lengthBytes)
    if (column.byteLength < lengthBytes) throw damagedSpz('it ends too early')
    at += lengthBytes
    return column
  }
}

/**
 * Reads columns that are compressed separately, after a table of their lengths. Empty columns have
 * no stream.
 */
async function streamReader(bytes: Uint8Array): Promise<Take> {
  if (bytes.byteLength < streamsHeaderBytes) throw damagedSpz('it ends too early')
  const { ZSTDDecoder } = await import('three/addons/libs/zstddec.module.js')
  const decoder = new ZSTDDecoder()
  await decoder.init()
  const view = getView(bytes)
  const streams = view.getUint8(15)
  let entry = view.getUint32(16, true)
  const entriesEnd = entry + streams * streamEntryBytes
  let at = entriesEnd
  return (lengthBytes) => {
    if (lengthBytes === 0) return new Uint8Array()
    if (entry >= entriesEnd || entriesEnd > bytes.byteLength) throw damagedSpz('it ends too early')
    const packedBytes = Number(view.getBigUint64(entry, true))
    entry += streamEntryBytes
    if (at + packedBytes > bytes.byteLength) throw damagedSpz('it ends too early')
    const packed = bytes.subarray(at, at + packedBytes)
    at += packedBytes
    // The expected size limits the output of the decoder.
    const column = decoder.decode(packed, lengthBytes)
    if (column.byteLength !== lengthBytes) throw damagedSpz('part of it cannot be decompressed')
    return column
  }
}

async function gunzip(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.byteLength
      pieces.push(read.value)
      if (length > lengthMax(pieces[0])) {
        throw new UnworkableModelError('This SPZ is too large when decompressed.')
      }
    }
  } catch (cause) {
    void reader.cancel().catch(() => undefined) // An error of the cancellation does not matter, because the stream has already failed.
    if (cause instanceof UnworkableModelError) throw cause
    throw new UnworkableModelError('This file is not an SPZ, or it is damaged.', { cause })
  }
  return concatBytes(pieces)
}

/**
 * Returns the largest unpacked size for the header's number of splats, because a few bytes of gzip
 * could become gigabytes.
 */
function lengthMax(start: Uint8Array = new Uint8Array()): number {
  const count = start.byteLength < headerBytes ? splatsMax : getView(start).getUint32(8, true)
  // A later check rejects an invalid number of splats.
  return headerBytes + Math.max(1, Math.min(count, splatsMax)) * rowMaxBytes + 2 ** 20
}

const getView = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)
