import type { ArchiveParts } from './parts.ts'
import { attribute, readXml } from './read-xml.ts'
import type { TextSink } from './text-sink.ts'

/** The parts of files from LibreOffice and others that contain the MIME type and the text. */
const kindPart = 'mimetype'
const contentPart = 'content.xml'
const kindStart = 'application/vnd.oasis.opendocument.'
const kindBytesMax = 200

/** Elements that are skipped: deleted words and alternative drawings of forms. */
const never = new Set(['tracked-changes', 'forms'])

/** @returns the MIME type of an OpenDocument file, or `undefined` for other files. */
export async function openDocumentKind(parts: ArchiveParts): Promise<string | undefined> {
  if (!parts.has(kindPart) || !parts.has(contentPart)) return undefined
  const kind = Buffer.from(await parts.read(kindPart, kindBytesMax))
    .toString()
    .trim()
  return kind.startsWith(kindStart) ? kind : undefined
}

/**
 * Reads an OpenDocument file: headings and list items as Markdown, table rows with tabs between
 * cells, sheets and slides under a heading.
 * @returns the number of slides.
 */
export async function readOpenDocument(parts: ArchiveParts, sink: TextSink): Promise<number> {
  let left = 0
  let cells = 0
  let slides = 0
  let mark = ''
  const add = (text: string) => {
    sink.add(mark + text)
    mark = ''
  }
  const heading = (title: string) => {
    sink.gap()
    sink.add(`## ${title}`)
    sink.gap()
  }
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (never.has(name)) left++
    if (left > 0) return
    if (name === 'page') heading(`Slide ${++slides}`)
    else if (name === 'table') heading(attribute(attributes, 'name') ?? 'Table')
    else if (name === 'table-row') {
      sink.line()
      cells = 0
    } else if (name === 'table-cell' && cells++ > 0) sink.add('\t')
    else if (name === 'h') mark = `${'#'.repeat(levelOf(attribute(attributes, 'outline-level')))} `
    else if (name === 'list-item') mark = '- '
    else if (name === 'tab') add('\t')
    else if (name === 's') add(' ')
    else if (name === 'line-break') sink.line()
  }
  const close = (name: string) => {
    if (never.has(name)) left--
    if (left > 0) return
    if (name === 'table') {
      sink.gap()
      cells = 0
    } else if ((name === 'p' || name === 'h') && cells === 0) sink.gap()
    else if (name === 'list-item') mark = ''
  }
  const text = (words: string) => {
    if (left === 0 && words.trim() !== '') add(words)
  }
  readXml(await parts.read(contentPart), { open, close, text }, { isEnough: sink.isFull })
  return slides
}

const levelOf = (level = ''): number => Math.min(6, Math.max(1, Number(level) || 1))
