import path from 'node:path'
import { LockedZipError, ZipError } from '../../files/zip-error.ts'
import type { ZipFiles } from '../../files/zip-files.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readXml } from './read-xml.ts'

export type UnpackLimits = {
  partBytesMax: number
  /**
   * Maximum number of bytes of all unpacked files together, because many small files can be a ZIP
   * bomb, too.
   */
  totalBytesMax: number
}

/**
 * Limits of unpacking. A thread may use a gigabyte, and parsing XML takes two to three times the
 * size of its text.
 */
export const unpackLimits: UnpackLimits = {
  partBytesMax: 64 * 1024 * 1024,
  totalBytesMax: 256 * 1024 * 1024,
}

export type ArchiveParts = {
  names: readonly string[]
  has: (name: string) => boolean
  /** @throws {HttpError} `bad_document` if the file exceeds the limit. {ZipError} */
  read: (name: string, bytesMax?: number) => Promise<Uint8Array>
  warnings: string[]
}

const warningsMax = 20

export function warn(parts: ArchiveParts, sentence: string): void {
  const { warnings } = parts
  if (warnings.length < warningsMax && !warnings.includes(sentence)) warnings.push(sentence)
}

/**
 * Reads an optional file of the archive. Adds a warning if the file is damaged, missing or too
 * large.
 * @param what names the file in the warning, such as `The sheet “Prices”`.
 * @throws {HttpError} if the whole archive unpacks to too much.
 */
export async function readOptional(
  parts: ArchiveParts,
  name: string,
  what: string,
): Promise<Uint8Array | undefined> {
  if (!parts.has(name)) {
    warn(parts, `${what} is missing in the file.`)
    return undefined
  }
  try {
    return await parts.read(name)
  } catch (error) {
    if (!(error instanceof ZipError) || error instanceof LockedZipError) throw error
    const why = error.message.endsWith('is too large') ? 'is too large' : 'is damaged'
    warn(parts, `${what} ${why} and was left out.`)
    return undefined
  }
}

export function createParts(
  zip: ZipFiles,
  { partBytesMax, totalBytesMax }: UnpackLimits = unpackLimits,
): ArchiveParts {
  const names = [...zip.names()]
  const known = new Set(names)
  let left = totalBytesMax
  return {
    names,
    warnings: [],
    has: (name) => known.has(name),
    async read(name, bytesMax = partBytesMax) {
      if (zip.sizeBytesOf(name) > bytesMax) throw new ZipError(`its file ${name} is too large`)
      // Count the actual bytes, because the sizes in an archive may be wrong.
      const allowed = Math.min(bytesMax, left)
      const bytes = await zip.read(name, allowed).catch((error: unknown) => {
        left -= allowed
        if (left <= 0) throw createUnpackedTooLargeError(error)
        throw error
      })
      left -= bytes.length
      return bytes
    },
  }
}

export const createUnpackedTooLargeError = (cause?: unknown): HttpError =>
  new HttpError(
    'bad_document',
    'This file unpacks to too much data. Add only the parts that matter.',
    { cause },
  )

/**
 * Reference from a file of an Office archive. `isExternal` is true if the target is an address
 * outside the file.
 */
export type Relation = { type: string; target: string; isExternal?: boolean }

/**
 * Returns the files that a file of an Office archive refers to, by id.
 * @param name of the file. Empty for the archive as a whole.
 */
export async function readRelations(
  parts: ArchiveParts,
  name: string,
): Promise<Map<string, Relation>> {
  const folder = path.posix.dirname(name)
  const list = path.posix.join(folder, '_rels', `${path.posix.basename(name)}.rels`)
  const relations = new Map<string, Relation>()
  if (!parts.has(list)) return relations
  const bytes = await readOptional(parts, list, 'A list of parts')
  readXml(bytes ?? new Uint8Array(), {
    open(tag, attributes) {
      const { Id, Type, Target, TargetMode } = attributes
      if (tag !== 'Relationship' || !Id || !Target) return
      const type = (Type ?? '').split('/').at(-1) ?? ''
      if (TargetMode === 'External') {
        relations.set(Id, { type, target: Target, isExternal: true })
        return
      }
      const whole = Target.replaceAll('\\', '/')
      const target = whole.startsWith('/') ? whole.slice(1) : path.posix.join(folder, whole)
      relations.set(Id, { type, target: findName(parts, target) })
    },
  })
  return relations
}

/** Returns the file's name in the archive. References may be escaped or in capitals. */
function findName(parts: ArchiveParts, target: string): string {
  if (parts.has(target)) return target
  const plain = unescape(target)
  if (parts.has(plain)) return plain
  const lower = plain.toLowerCase()
  return parts.names.find((name) => name.toLowerCase() === lower) ?? target
}

function unescape(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/**
 * Returns the files that elements of one name refer to, in order, with the elements' other
 * attributes. Missing files are included.
 */
export async function referredBy(
  parts: ArchiveParts,
  name: string,
  element: string,
): Promise<{ target: string; attributes: Readonly<Record<string, string>> }[]> {
  const relations = await readRelations(parts, name)
  const found: { target: string; attributes: Readonly<Record<string, string>> }[] = []
  readXml(await parts.read(name), {
    open(tag, attributes) {
      if (tag !== element) return
      const ids = Object.entries(attributes).filter(([key]) => key.endsWith(':id'))
      const relation = ids.map(([, id]) => relations.get(id)).find(Boolean)
      found.push({ target: relation?.target ?? '', attributes })
    },
  })
  return found
}
