import { readDrawings } from './drawings-text.ts'
import { readHtml } from './html-text.ts'
import { readOptional, readRelations, warn, type ArchiveParts, type Relation } from './parts.ts'
import { createTextSink, type TextSink } from './text-sink.ts'
import { readWordNumbering } from './word-numbering.ts'
import { readNotes } from './word-notes.ts'
import { readStory, type WordContext } from './word-story.ts'
import { readWordStyles } from './word-styles.ts'

const shortLengthMax = 20_000

/**
 * Reads a Word file: headings and list items as Markdown, table rows with bars between cells, then
 * charts, notes, comments, headers and footers.
 */
export async function readWord(parts: ArchiveParts, main: string, sink: TextSink): Promise<void> {
  const relations = await readRelations(parts, main)
  const all = [...relations.values()].filter(({ isExternal }) => !isExternal)
  const read = async (type: string, what: string) => {
    const target = all.find((one) => one.type === type)?.target
    if (target === undefined) return new Uint8Array()
    return (await readOptional(parts, target, what)) ?? new Uint8Array()
  }
  const marks = new Map<string, number>()
  const droppedNotes = new Set<string>()
  const context: WordContext = {
    styles: readWordStyles(await read('styles', 'The list of styles')),
    nextLabel: readWordNumbering(await read('numbering', 'The list of numberings')),
    relations,
    noteMark(kind, id) {
      const key = `${kind} ${id}`
      if (!marks.has(key)) marks.set(key, marks.size + 1)
      return `[^${marks.get(key)}]`
    },
    dropNote: (kind, id) => droppedNotes.add(`${kind} ${id}`),
    found: { pictures: 0, hidden: 0, chunks: [] },
  }
  readStory(await parts.read(main), sink, context)
  await readChunks(parts, context, sink)
  await readDrawings(parts, main, sink)
  for (const { type, target } of all) {
    if (sink.isFull() || !/^(?:footnotes|endnotes|comments)$/.test(type)) continue
    const bytes = await readOptional(parts, target, `The ${type}`)
    if (bytes) {
      const own = { ...context, relations: await readRelations(parts, target) }
      readNotes(bytes, sink, { context: own, marks, droppedNotes })
    }
  }
  await readEdges(parts, all, { context, sink })
  report(parts, context, all)
}

async function readChunks(parts: ArchiveParts, context: WordContext, sink: TextSink) {
  for (const id of context.found.chunks) {
    const target = context.relations.get(id)?.target ?? ''
    const bytes = await readOptional(parts, target, 'An inserted document')
    if (!bytes) continue
    sink.gap()
    if (/\.(?:x?html?|txt)$/i.test(target)) readHtml(bytes, sink)
    else warn(parts, 'An inserted document has a format that is not read here.')
  }
}

type Edges = { context: WordContext; sink: TextSink }

/** Reads headers and footers. Headers usually repeat, so each text is written once. */
async function readEdges(
  parts: ArchiveParts,
  relations: readonly Relation[],
  { context, sink }: Edges,
): Promise<void> {
  const known = new Set<string>()
  for (const { type, target } of relations) {
    if ((type !== 'header' && type !== 'footer') || sink.isFull()) continue
    const bytes = await readOptional(parts, target, `A ${type}`)
    if (!bytes) continue
    const own = createTextSink(shortLengthMax)
    readStory(bytes, own, { ...context, relations: await readRelations(parts, target) })
    const text = own.text()
    if (text === '' || known.has(text)) continue
    known.add(text)
    sink.gap()
    sink.add(`${type === 'header' ? 'Header' : 'Footer'}: ${text}`)
  }
}

function report(parts: ArchiveParts, { found }: WordContext, all: readonly Relation[]): void {
  if (found.pictures > 0) {
    warn(
      parts,
      `${found.pictures === 1 ? 'One picture was' : `${found.pictures} pictures were`} left out. Add them as pictures if they matter.`,
    )
  }
  if (found.hidden > 0) warn(parts, 'The file contains hidden text, which is marked.')
  if (all.some(({ type }) => type === 'oleObject' || type === 'package')) {
    warn(parts, 'Embedded files, such as spreadsheets, were left out.')
  }
}
