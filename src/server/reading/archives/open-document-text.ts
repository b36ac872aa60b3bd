import { readOpenDocumentContent } from './open-document-content.ts'
import { readOptional, warn, type ArchiveParts } from './parts.ts'
import { attribute, readXml } from './read-xml.ts'
import type { TextSink } from './text-sink.ts'

const kindPart = 'mimetype'
const contentPart = 'content.xml'
const kindStart = 'application/vnd.oasis.opendocument.'
const kindBytesMax = 200

const stylesPart = 'styles.xml'
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
  const hidden = await readHiddenTables(parts)
  const { slides, isUncalculated, pictures } = readOpenDocumentContent(
    await parts.read(contentPart),
    sink,
    hidden,
  )
  if (isUncalculated) {
    warn(parts, 'Some formulas have no stored result. They are marked as not calculated.')
  }
  if (pictures > 0 && slides === 0) {
    const what = pictures === 1 ? 'One picture was' : `${pictures} pictures were`
    warn(parts, `${what} left out. Add them as pictures if they matter.`)
  }
  const styles = parts.has(stylesPart)
    ? await readOptional(parts, stylesPart, 'The styles')
    : undefined
  if (styles) readEdges(styles, sink)
  return slides
}

async function readHiddenTables(parts: ArchiveParts): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>()
  let style = ''
  readXml(await parts.read(contentPart), {
    open(name, attributes) {
      if (name === 'style') style = attribute(attributes, 'name') ?? ''
      else if (name === 'table-properties' && attribute(attributes, 'display') === 'false') {
        hidden.add(style)
      }
    },
  })
  return hidden
}

function readEdges(bytes: Uint8Array, sink: TextSink): void {
  const known = new Set<string>()
  let edge: string | undefined
  let words = ''
  readXml(bytes, {
    open(name) {
      if (/^(?:header|footer)(?:-left|-first)?$/.test(name)) [edge, words] = [name, '']
    },
    close(name) {
      if (name !== edge) {
        if (edge !== undefined && (name === 'p' || name === 'tab')) words += ' '
        return
      }
      const text = words.replaceAll(/\s+/g, ' ').trim()
      if (text !== '' && !known.has(text)) {
        sink.gap()
        sink.add(`${name.startsWith('header') ? 'Header' : 'Footer'}: ${text}`)
      }
      known.add(text)
      edge = undefined
    },
    text: (more) => {
      if (edge !== undefined) words += more
    },
  })
}
