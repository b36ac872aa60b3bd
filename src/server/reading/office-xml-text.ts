import { documentTextMax } from '#contract/documents.ts'
import { asString } from '#lib/fields.ts'
import { replaceControls } from '#lib/encodings/decode-bytes.ts'
import { readHtml } from './archives/html-text.ts'
import { readOpenDocument } from './archives/open-document-text.ts'
import type { ArchiveParts } from './archives/parts.ts'
import { attribute, readXml } from './archives/read-xml.ts'
import { createTextSink, type TextSink } from './archives/text-sink.ts'
import { readWord } from './archives/word-text.ts'
import { findOfficeXmlKind } from './find-office-xml-kind.ts'

/** Returns the text of an Office file that is one XML or HTML file. */
export async function readOfficeXml(
  bytes: Uint8Array,
): Promise<{ text: string; warnings: string[] }> {
  const sink = createTextSink(documentTextMax)
  const warnings: string[] = []
  switch (findOfficeXmlKind(bytes)) {
    case 'package':
      await readWord(toParts(readPackage(bytes), warnings), 'word/document.xml', sink)
      break
    case 'word':
      await readWord(
        toParts(new Map([['word/document.xml', bytes]]), warnings),
        'word/document.xml',
        sink,
      )
      break
    case 'open':
      await readOpenDocument(toParts(new Map([['content.xml', bytes]]), warnings), sink)
      break
    case 'excel':
      readSpreadsheet(bytes, sink)
      break
    case 'book':
      readFictionBook(bytes, sink)
      break
    case 'page':
    case undefined:
      readHtml(bytes, sink)
  }
  return { text: replaceControls(sink.text()).trim(), warnings }
}

function toParts(files: ReadonlyMap<string, Uint8Array>, warnings: string[]): ArchiveParts {
  return {
    names: [...files.keys()],
    has: (name) => files.has(name),
    read: (name) => Promise.resolve(files.get(name) ?? new Uint8Array()),
    warnings,
  }
}

/** Returns the XML parts of an Office package that is not packed into a ZIP. */
function readPackage(bytes: Uint8Array): Map<string, Uint8Array> {
  const text = new TextDecoder().decode(bytes)
  const encoder = new TextEncoder()
  const parts = text.split(/<pkg:part\s/).slice(1)
  return new Map(
    parts.flatMap((part) => {
      const [, name] = /^[^>]{0,300}pkg:name="\/?([^"]{1,200})"/.exec(part) ?? []
      const start = part.indexOf('<pkg:xmlData')
      const end = part.lastIndexOf('</pkg:xmlData>')
      if (name === undefined || start < 0 || end < start) return []
      const xml = part.slice(part.indexOf('>', start) + 1, end)
      return [[name, encoder.encode(xml)] as const]
    }),
  )
}

const columnsMax = 1_000

function readSpreadsheet(bytes: Uint8Array, sink: TextSink): void {
  let cells: string[] = []
  let isData = false
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'Worksheet') {
        sink.gap()
        sink.add(`## ${asString(attribute(attributes, 'Name'))}`)
        sink.gap()
      } else if (name === 'Row') cells = []
      else if (name === 'Cell') {
        // Empty cells are left out, and the cell after a gap has its column number.
        const index = Math.min(Number(attribute(attributes, 'Index')) || 0, columnsMax)
        while (cells.length < index - 1) cells.push('')
        cells.push('')
      } else if (name === 'Data') isData = true
    },
    close(name) {
      if (name === 'Data') isData = false
      if (name !== 'Row') return
      sink.add(cells.join('\t').trimEnd())
      sink.line()
    },
    text(words) {
      if (isData) cells.push((cells.pop() ?? '') + words.replaceAll(/\s+/g, ' '))
    },
  })
}

function readFictionBook(bytes: Uint8Array, sink: TextSink): void {
  const path: string[] = []
  const isRead = () => path.includes('body') || path.at(-1) === 'book-title'
  readXml(bytes, {
    open(name) {
      path.push(name)
      if (name === 'title' && isRead()) sink.gap()
    },
    close(name) {
      if (isRead() && /^(?:p|v|subtitle|text-author|book-title|title|section)$/.test(name)) {
        if (name === 'v') sink.line()
        else sink.gap()
      }
      path.pop()
    },
    text(words) {
      if (isRead() && (words.trim() !== '' || path.at(-1) === 'p')) sink.add(words)
    },
  })
}
