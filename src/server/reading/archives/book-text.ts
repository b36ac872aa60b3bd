import path from 'node:path'
import { readHtml } from './html-text.ts'
import type { ArchiveParts } from './parts.ts'
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
    const chapter = path.posix.join(path.posix.dirname(main), decoded(items.get(id) ?? ''))
    if (!parts.has(chapter)) continue
    sink.gap()
    readHtml(await parts.read(chapter), sink)
  }
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href.split('#')[0] ?? '')
  } catch {
    return href
  }
}
