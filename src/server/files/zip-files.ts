import { pipeline, Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { crc32, createInflateRaw } from 'node:zlib'
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry } from 'yauzl'
import { createYield } from '../process/yield-loop.ts'
import { LockedZipError, ZipError } from './zip-error.ts'

/** The files of an open ZIP, without folders. */
export type ZipFiles = {
  names: () => Iterable<string>
  /** Size that the archive claims for the file. The claim may be wrong. */
  sizeBytesOf: (name: string) => number
  /**
   * Returns one file's content, decompressed and compared with its checksum.
   * @throws {ZipError} if the file is missing, longer than `bytesMax`, encrypted or damaged.
   */
  read: (name: string, bytesMax: number) => Promise<Uint8Array>
}

/** Source of a ZIP: an open file, or bytes in memory. */
export type ZipSource = {
  stat: () => Promise<{ size: number }>
  read: (
    into: Buffer,
    offset: number,
    length: number,
    position: number,
  ) => Promise<{ bytesRead: number }>
}

type Place = Pick<
  Entry,
  | 'relativeOffsetOfLocalHeader'
  | 'compressedSize'
  | 'uncompressedSize'
  | 'compressionMethod'
  | 'crc32'
  | 'generalPurposeBitFlag'
>

const entriesMax = 200_000
const stored = 0
const deflated = 8
const encryptedBit = 1
const pieceBytes = 256 * 1024

/**
 * Lists a ZIP.
 * @param archive stays open and is read in pieces.
 * @throws {ZipError} for other files, or more than 200,000 entries.
 */
export async function openZipFiles(archive: ZipSource): Promise<ZipFiles> {
  const places = new Map<string, Place>()
  const { size } = await archive.stat()
  const zip = await asZipError(
    fromRandomAccessReaderPromise(new HandleReader(archive), size, { autoClose: false }),
  )
  const yieldLoop = createYield()
  try {
    if (zip.entryCount > entriesMax) throw new ZipError('it holds too many files')
    for await (const entry of zip.eachEntry()) {
      await yieldLoop()
      if (entry.fileName.endsWith('/')) continue
      places.set(entry.fileName, {
        relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
        compressedSize: entry.compressedSize,
        uncompressedSize: entry.uncompressedSize,
        compressionMethod: entry.compressionMethod,
        crc32: entry.crc32,
        generalPurposeBitFlag: entry.generalPurposeBitFlag,
      })
    }
  } catch (error) {
    throw error instanceof ZipError ? error : notListed(error)
  }

  async function unpack(name: string, place: Place, bytesMax: number): Promise<Uint8Array> {
    if (place.generalPurposeBitFlag & encryptedBit) throw locked()
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(place as Entry, {
      minimal: true,
    } satisfies { minimal: true })
    const packed = getPieces(archive, fileDataStart, place.compressedSize)
    const chunks: Buffer[] = []
    let length = 0
    let sum = 0
    // Bytes are counted during decompression, because the claimed size may be wrong.
    for await (const chunk of getContent(packed, place.compressionMethod)) {
      length += chunk.byteLength
      if (length > bytesMax) throw new ZipError(`its file ${name} is too large`)
      sum = crc32(chunk, sum)
      chunks.push(chunk)
    }
    if (sum !== place.crc32) throw new Error('The checksum does not match.')
    return Buffer.concat(chunks, length)
  }

  return {
    names: () => places.keys(),
    sizeBytesOf: (name) => places.get(name)?.uncompressedSize ?? 0,
    read: async (name, bytesMax) => {
      const place = places.get(name)
      if (!place) throw new ZipError(`its file ${name} is missing`)
      try {
        return await unpack(name, place, bytesMax)
      } catch (error) {
        if (error instanceof ZipError) throw error
        throw new ZipError(`its file ${name} is damaged`, { cause: error })
      }
    },
  }
}

export const toZipSource = (bytes: Uint8Array): ZipSource => ({
  stat: () => Promise.resolve({ size: bytes.length }),
  read(into, offset, length, position) {
    const piece = bytes.subarray(position, position + length)
    into.set(piece, offset)
    return Promise.resolve({ bytesRead: piece.length })
  },
})

function getContent(packed: AsyncIterable<Buffer>, method: number): AsyncIterable<Buffer> {
  if (method === stored) return packed
  if (method !== deflated) throw new Error(`The method ${method} is unknown.`)
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  // `pipeline` requires a callback, which may be empty because reading `inflate` throws the errors
  // of its source.
  pipeline(Readable.from(packed), inflate, () => {})
  return inflate
}

async function* getPieces(
  archive: ZipSource,
  start: number,
  length: number,
): AsyncGenerator<Buffer> {
  for (let at = start; at < start + length;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, start + length - at))
    const { bytesRead } = await archive.read(piece, 0, piece.length, at)
    if (bytesRead === 0) throw new Error('The file ends too early.')
    yield piece.subarray(0, bytesRead)
    at += bytesRead
  }
}

/**
 * Reads the archive in large blocks, because zip.js requests the directory a few bytes at a time.
 */
class HandleReader extends RandomAccessReader {
  readonly #handle: ZipSource
  #ahead = { start: 0, bytes: Buffer.alloc(0) }

  constructor(handle: ZipSource) {
    super()
    this.#handle = handle
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const wanted = into.subarray(offset, offset + length)
    callbackify(() => this.#readAt(wanted, position))(callback)
  }

  async #readAt(into: Buffer, position: number): Promise<void> {
    let done = 0
    while (done < into.length) {
      const from = position + done - this.#ahead.start
      if (from < 0 || from >= this.#ahead.bytes.length) {
        const bytes = Buffer.allocUnsafe(pieceBytes)
        const start = position + done
        const { bytesRead } = await this.#handle.read(bytes, 0, bytes.length, start)
        if (bytesRead === 0) throw new Error('The file ends too early.')
        this.#ahead = { start, bytes: bytes.subarray(0, bytesRead) }
        continue
      }
      done += this.#ahead.bytes.copy(into, done, from)
    }
  }
}

async function asZipError<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    throw damaged(error)
  }
}

const locked = () => new LockedZipError('it is password-protected')

const damaged = (cause: unknown): ZipError =>
  new ZipError('it is damaged or not a ZIP file', { cause })

function notListed(cause: unknown): ZipError {
  const { message } = cause instanceof Error ? cause : { message: '' }
  if (message.includes('encryption')) return locked()
  if (/^(?:invalid relative|absolute) path|^invalid characters/.test(message)) {
    return new ZipError('it has files with unsafe paths', { cause })
  }
  return damaged(cause)
}
