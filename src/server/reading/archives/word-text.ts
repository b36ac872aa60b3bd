import { readDrawings } from './drawings-text.ts'
import { readRelations, type ArchiveParts } from './parts.ts'
import { attribute, readXml } from './read-xml.ts'
import type { TextSink } from './text-sink.ts'

/** Parts that follow the main text. */
const notes = new Set(['footnotes', 'endnotes', 'comments'])

/**
 * Reads a Word file: headings and list items as Markdown, table rows with bars between cells,
 * charts at the end.
 */
export async function readWord(parts: ArchiveParts, main: string, sink: TextSink): Promise<void> {
  readStory(await parts.read(main), sink)
  await readDrawings(parts, main, sink)
  for (const { type, target } of (await readRelations(parts, main)).values()) {
    if (sink.isFull() || !notes.has(type) || !parts.has(target)) continue
    sink.gap()
    readStory(await parts.read(target), sink)
  }
}

function readStory(bytes: Uint8Array, sink: TextSink): void {
  let mark = ''
  let isText = false
  /**
   * Nesting depth of fallbacks, which are skipped because they repeat content for older programs.
   */
  let fallbacks = 0
  let rows = 0
  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'Fallback') fallbacks++
    if (fallbacks > 0) return
    if (name === 't') isText = true
    else if (name === 'tab') sink.add('\t')
    else if (name === 'br' || name === 'cr') sink.line()
    else if (name === 'tr') {
      rows++
      sink.line()
    } else if (name === 'pStyle') mark = headingMark(attribute(attributes, 'val')) || mark
    else if (name === 'numPr') mark ||= '- '
  }
  const close = (name: string) => {
    if (name === 'Fallback') fallbacks--
    if (fallbacks > 0) return
    if (name === 't') isText = false
    else if (name === 'tc') sink.add('| ')
    else if (name === 'tr') {
      rows--
      sink.line()
    } else if (name === 'p') {
      mark = ''
      if (rows === 0) sink.gap()
      else sink.add(' ')
    }
  }
  const text = (words: string) => {
    if (!isText || fallbacks > 0) return
    sink.add(mark + words)
    mark = ''
  }
  readXml(bytes, { open, close, text }, { isEnough: sink.isFull })
}

function headingMark(style = ''): string {
  if (style === 'Title') return '# '
  const level = /^[Hh]eading([1-6])$/.exec(style)?.[1]
  return level ? `${'#'.repeat(Number(level))} ` : ''
}
