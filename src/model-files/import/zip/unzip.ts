import { unzipSync } from 'fflate'
import { UnworkableModelError } from '../../unworkable-model-error.ts'

/** Maximum unpacked size in bytes, because a few bytes of a zip can become gigabytes. */
const unpackedMaxBytes = 600 * 2 ** 20
const filesMax = 500

/**
 * Unpacks a zip with a model and its companion files.
 * @param isWanted called with the path.
 * @throws {UnworkableModelError} if the zip is damaged, or would unpack too large.
 */
export function unzipFiles(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
): { name: string; bytes: Uint8Array<ArrayBuffer> }[] {
  const isSane = computeBounds()
  try {
    const files = unzipSync(bytes, {
      // Skips resource forks, which macOS adds to zips.
      filter: (file) =>
        isWanted(file.name) && !file.name.startsWith('__MACOSX/') && isSane(file.originalSize),
    })
    return Object.entries(files).map(([name, content]) => ({ name, bytes: content }))
  } catch (cause) {
    throw explain(cause)
  }
}

/**
 * Checks the sizes in a zip's directory without unpacking.
 * @throws {UnworkableModelError} if the zip is damaged, or would unpack too large.
 */
export function checkZip(bytes: Uint8Array): void {
  const isSane = computeBounds()
  try {
    unzipSync(bytes, { filter: ({ originalSize }) => isSane(originalSize) && false })
  } catch (cause) {
    throw explain(cause)
  }
}

/**
 * Creates a function that adds up declared sizes and throws above the limits. The library never
 * unpacks more bytes than declared.
 */
function computeBounds(): (sizeBytes: number) => true {
  let unpacked = 0
  let count = 0
  return (sizeBytes) => {
    unpacked += sizeBytes
    count++
    if (unpacked > unpackedMaxBytes || count > filesMax) {
      throw new UnworkableModelError('This zip is too large when decompressed.')
    }
    return true
  }
}

const explain = (cause: unknown): UnworkableModelError =>
  cause instanceof UnworkableModelError
    ? cause
    : new UnworkableModelError('This file is not a zip archive, or it is damaged.', { cause })
