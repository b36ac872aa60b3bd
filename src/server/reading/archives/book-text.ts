import path from 'node:path'
import { readHtml } from './html-text.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readOptional, type ArchiveParts } from './parts.ts'
import { readXml } from './read-xml.ts'
import type { TextSink } from './text-sink.ts'

export const bookContainer = 'META-INF/container.xml'

/** Reads the chapters of an EPUB in reading order. */
export async function readBook(parts: ArchiveParts, sink: TextSink): Promise<void> {
  let main = ''
  readXml(await parts.read(bookContainer), {
    open(name, attributes) {
      if (name === 'rootfile') main ||= attributes['full-path'] ?? ''
    },
  })
  if (!parts.has(main)) return
  if (await isEncrypted(parts)) {
    throw new HttpError('bad_document', 'This book is copy-protected, so its text cannot be read.')
  }
  const items = new Map<string, string>()
  const order: string[] = []
  readXml(await parts.read(main), {
    open(name, { id, href, idref }) {
      if (name === 'item' && id && href) items.set(id, href)
      else if (name === 'itemref' && idref) order.push(idref)
    },
  })
  for (const id of order) {
    if (sink.isFull()) return
    const href = items.get(id)
    if (href === undefined) continue
    const chapter = path.posix.join(path.posix.dirname(main), decoded(href))
    const bytes = await readOptional(parts, chapter, `The chapter ${path.posix.basename(chapter)}`)
    if (!bytes) continue
    sink.gap()
    readHtml(bytes, sink)
  }
}

/**
 * Returns whether texts are encrypted. Encrypted fonts are ignored, because books without copy
 * protection may contain them.
 */
async function isEncrypted(parts: ArchiveParts): Promise<boolean> {
  const list = 'META-INF/encryption.xml'
  if (!parts.has(list)) return false
  let isLocked = false
  readXml(await parts.read(list), {
    open(name, { URI }) {
      if (name === 'CipherReference' && /\.x?html?$/i.test(URI ?? '')) isLocked = true
    },
  })
  return isLocked
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href.split('#')[0] ?? '')
  } catch {
    return href
  }
}
