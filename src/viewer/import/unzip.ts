import { unzipSync } from 'fflate'
import { UnworkableModelError } from '../mesh/read-glb-parts.ts'

/** Unpacked; a few bytes of a zip can become gigabytes. */
const UNPACKED_MAX_BYTES = 600 * 2 ** 20
const FILES_MAX = 500

/**
 * Unpacks a zip of a model and what belongs to it.
 *
 * @param isWanted by its path.
 * @throws {UnworkableModelError} if it is damaged, or would unpack too large.
 */
export function unzipFiles(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
): { name: string; bytes: Uint8Array<ArrayBuffer> }[] {
  let unpacked = 0
  let count = 0
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        // What macOS puts beside every file.
        if (!isWanted(name) || name.startsWith('__MACOSX/')) return false
        unpacked += originalSize
        count += 1
        if (unpacked > UNPACKED_MAX_BYTES || count > FILES_MAX) {
          throw new UnworkableModelError('This zip would become too large when it is unpacked.')
        }
        return true
      },
    })
    return Object.entries(files).map(([name, content]) => ({ name, bytes: content }))
  } catch (cause) {
    if (cause instanceof UnworkableModelError) throw cause
    throw new UnworkableModelError('This is not a zip, or it is damaged.', { cause })
  }
}
