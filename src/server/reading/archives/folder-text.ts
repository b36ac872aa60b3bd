import { LockedZipError, ZipError } from '../../files/zip-error.ts'
import { decodeReadable } from '../plain-text.ts'
import { warn, type ArchiveParts } from './parts.ts'
import type { TextSink } from './text-sink.ts'

/**
 * Maximum length of a file that is read, in UTF-16 units. Larger files are usually data, such as
 * lock files.
 */
const fileLengthMax = 100_000
const fileBytesMax = 4 * 1024 * 1024
const listedMax = 2_000

/**
 * Matches installed packages, version control and other files that are not part of a project's
 * text.
 */
const ignored =
  /(?:^|\/)(?:node_modules|\.git|\.svn|\.venv|__pycache__|__MACOSX|\.DS_Store)(?:\/|$)/

const packed = /\.(?:zip|7z|rar|tar|t?gz|bz2|xz)$/i

/**
 * Reads a ZIP of text files: the list of all files, then the text files with their paths.
 * @returns the number of text files.
 * @throws {LockedZipError} if all files are encrypted.
 */
export async function readFolder(parts: ArchiveParts, sink: TextSink): Promise<number> {
  const names = parts.names.filter((name) => !ignored.test(name)).toSorted()
  sink.add(`Files:\n${names.slice(0, listedMax).join('\n')}`)
  if (names.length > listedMax) sink.add(`\n… and ${names.length - listedMax} more`)
  let texts = 0
  let locked: LockedZipError | undefined
  for (const name of names) {
    if (sink.isFull()) break
    const text = await getText(parts, name)
    if (text instanceof LockedZipError) locked = text
    if (typeof text !== 'string' || text.trim() === '') {
      if (packed.test(name)) warn(parts, `${name} is an archive and was left out.`)
      continue
    }
    texts++
    sink.gap()
    sink.add(`===== ${name} =====\n`)
    sink.add(text.slice(0, fileLengthMax))
    if (text.length > fileLengthMax) sink.add('\n… (the rest of this file is left out)')
  }
  if (texts === 0 && locked) throw locked
  return texts
}

async function getText(parts: ArchiveParts, name: string): Promise<string | ZipError | undefined> {
  try {
    return decodeReadable(await parts.read(name, fileBytesMax))?.text
  } catch (error) {
    if (error instanceof ZipError) return error
    throw error
  }
}
