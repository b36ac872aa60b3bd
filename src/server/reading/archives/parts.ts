import path from 'node:path'
import { ZipError } from '../../files/zip-error.ts'
import type { ZipFiles } from '../../files/zip-files.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readXml } from './read-xml.ts'

export type UnpackLimits = {
  partBytesMax: number
  /** Limit for all files together, because many small ones can be a ZIP bomb, too. */
  totalBytesMax: number
}

/** A thread may use a gigabyte, and parsing XML takes two to three times the size of its text. */
export const unpackLimits: UnpackLimits = {
  partBytesMax: 64 * 1024 * 1024,
  totalBytesMax: 256 * 1024 * 1024,
}

export type ArchiveParts = {
  names: readonly string[]
  has: (name: string) => boolean
  /** @throws {HttpError} `bad_document` if it exceeds the limit; `ZipError`. */
  read: (name: string, bytesMax?: number) => Promise<Uint8Array>
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
    has: (name) => known.has(name),
    async read(name, bytesMax = partBytesMax) {
      if (zip.sizeBytesOf(name) > bytesMax) throw new ZipError(`${name} is too large`)
      // Counts actual bytes, because the sizes in an archive may be wrong. Failed files were
      // unpacked, too.
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

export type Relation = { type: string; target: string }

/**
 * Returns the parts that a part of an Office file refers to, by id.
 * @param name of the part. Empty for the file as a whole.
 */
export async function readRelations(
  parts: ArchiveParts,
  name: string,
): Promise<Map<string, Relation>> {
  const folder = path.posix.dirname(name)
  const list = path.posix.join(folder, '_rels', `${path.posix.basename(name)}.rels`)
  const relations = new Map<string, Relation>()
  if (!parts.has(list)) return relations
  readXml(await parts.read(list), {
    open(tag, attributes) {
      const { Id, Type, Target, TargetMode } = attributes
      if (tag !== 'Relationship' || !Id || !Target || TargetMode === 'External') return
      const target = Target.startsWith('/') ? Target.slice(1) : path.posix.join(folder, Target)
      relations.set(Id, { type: (Type ?? '').split('/').at(-1) ?? '', target })
    },
  })
  return relations
}

/** Returns the parts that elements of one name refer to, in order, with their other attributes. */
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
      if (relation && parts.has(relation.target)) {
        found.push({ target: relation.target, attributes })
      }
    },
  })
  return found
}
