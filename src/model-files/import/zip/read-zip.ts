import { concatBytes } from '#lib/concat-bytes.ts'
import { configure, type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { UnworkableModelError } from '../../unworkable-model-error.ts'

/** Maximum unpacked size in bytes, because a few bytes of a zip can become gigabytes. */
const unpackedMaxBytes = 600 * 2 ** 20
const entriesMax = 5_000

/**
 * Unpacks selected files of a zip of any size, also in 64-bit form.
 * @param isWanted called with the path.
 * @throws {UnworkableModelError} if the zip is damaged, or would unpack too large.
 */
export async function readZip(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  configure({ useWebWorkers: false })
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  let left = unpackedMaxBytes
  try {
    const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()
    if (entries.length > entriesMax) throw tooLarge()
    for (const entry of entries) {
      if (entry.directory || !isWanted(entry.filename)) continue
      const content = await unpack(entry, left)
      left -= content.byteLength
      files.set(entry.filename, content)
    }
  } catch (cause) {
    if (cause instanceof UnworkableModelError) throw cause
    throw new UnworkableModelError('This file is not a zip archive, or it is damaged.', { cause })
  }
  return files
}

/** Unpacks a file and counts its output, because the declared size may be wrong. */
async function unpack(entry: FileEntry, left: number): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.uncompressedSize > left) throw tooLarge()
  const pieces: Uint8Array[] = []
  let length = 0
  await entry.getData(
    new WritableStream<Uint8Array>({
      write(piece) {
        length += piece.byteLength
        if (length > left) throw tooLarge()
        pieces.push(piece)
      },
    }),
  )
  return concatBytes(pieces)
}

const tooLarge = () => new UnworkableModelError('This file is too large when decompressed.')
