import { attribute, readXml } from './read-xml.ts'
import type { TextSink } from './text-sink.ts'

/**
 * Names of elements that are skipped: deleted words, alternative drawings, and guides to
 * pronunciation.
 */
const never = new Set(['tracked-changes', 'forms', 'ruby-text', 'title', 'desc'])
/**
 * Maximum number of times that a repeated cell or row is written. More repetitions only fill the
 * sheet.
 */
const repeatedMax = 200
const spacesMax = 80

type Attributes = Readonly<Record<string, string>>
type Cell = { text: string; repeated: number; stored: string; formula: string }
type Row = { cells: string[]; repeated: number }

export type ContentFound = { slides: number; pictures: number; isUncalculated: boolean }

/**
 * Reads the content of an OpenDocument file.
 * @param hidden names of styles of tables that are not displayed.
 */
export function readOpenDocumentContent(
  bytes: Uint8Array,
  sink: TextSink,
  hidden: ReadonlySet<string>,
): ContentFound {
  const content = new Content(sink, hidden)
  readXml(
    bytes,
    {
      open: (name, attributes) => content.open(name, attributes),
      close: (name) => content.close(name),
      text: (words) => content.text(words),
    },
    { isEnough: sink.isFull },
  )
  return content.found
}

class Content {
  readonly found: ContentFound = { slides: 0, pictures: 0, isUncalculated: false }
  private readonly sink: TextSink
  private readonly hidden: ReadonlySet<string>
  private left = 0
  private mark = ''
  private readonly rows: Row[] = []
  private readonly cells: Cell[] = []
  private readonly notes: { label: string; text: string }[] = []
  private readonly ended: string[] = []

  constructor(sink: TextSink, hidden: ReadonlySet<string>) {
    this.sink = sink
    this.hidden = hidden
  }

  open(name: string, attributes: Attributes): void {
    if (never.has(name)) this.left++
    if (this.left > 0) return
    if (name === 'page') this.addHeading(`Slide ${++this.found.slides}`)
    else if (name === 'table' && this.cells.length === 0) {
      const isHidden = this.hidden.has(attribute(attributes, 'style-name') ?? '')
      const title = attribute(attributes, 'name') ?? 'Table'
      this.addHeading(isHidden ? `${title} (hidden sheet)` : title)
    } else if (name === 'table-row') {
      const repeated = Number(attribute(attributes, 'number-rows-repeated') ?? 1)
      this.rows.push({ cells: [], repeated })
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.cells.push(newCell(attributes))
    } else if (name === 'note') this.notes.push({ label: 'Note', text: '' })
    else if (name === 'annotation') this.notes.push({ label: 'Comment', text: '' })
    else if (name === 'image') this.found.pictures++
    else this.openText(name, attributes)
  }

  close(name: string): void {
    if (never.has(name)) this.left--
    if (this.left > 0) return
    const isInside = this.cells.length > 0 || this.notes.length > 0
    if (name === 'table-cell' || name === 'covered-table-cell') this.endCell()
    else if (name === 'table-row') this.endRow()
    else if (name === 'table' && this.cells.length === 0) this.sink.gap()
    else if (name === 'note' || name === 'annotation') this.endNote()
    else if ((name === 'p' || name === 'h') && isInside) this.add('\n')
    else if (name === 'p' || name === 'h') {
      this.sink.gap()
      this.flushNotes()
      this.sink.gap()
    } else if (name === 'list-item') this.mark = ''
    else if (/^(?:creator|date|note-citation)$/.test(name) && this.notes.length > 0) this.add(' ')
  }

  text(words: string): void {
    // Line breaks and indents between elements are no content, but spaces between words are.
    const isBlank = words.trim() === ''
    if (this.left > 0 || (isBlank && (words.includes('\n') || this.mark !== ''))) return
    this.add(words.replaceAll(/[\n\r\t]+/g, ' '))
  }

  private openText(name: string, attributes: Attributes): void {
    if (name === 'h') {
      this.mark = `${'#'.repeat(getLevel(attribute(attributes, 'outline-level')))} `
    } else if (name === 'list-item') this.mark = '- '
    else if (name === 'tab') this.add('\t')
    else if (name === 's') {
      this.add(' '.repeat(Math.min(spacesMax, Number(attribute(attributes, 'c') ?? 1))))
    } else if (name !== 'line-break') return
    else if (this.cells.length > 0 || this.notes.length > 0) this.add(' ')
    else this.sink.line()
  }

  private add(text: string): void {
    const inside = this.notes.at(-1) ?? this.cells.at(-1)
    if (inside) inside.text += text
    else {
      this.sink.add(this.mark + text)
      this.mark = ''
    }
  }

  private addHeading(title: string): void {
    this.sink.gap()
    this.sink.add(`## ${title}`)
    this.sink.gap()
  }

  private endNote(): void {
    const note = this.notes.pop()
    const text = note?.text.replaceAll(/\s+/g, ' ').trim() ?? ''
    if (text !== '') this.ended.push(`(${note?.label}: ${text})`)
  }

  private flushNotes(): void {
    for (const note of this.ended.splice(0)) this.addLine(note)
  }

  private addLine(line: string): void {
    this.sink.line()
    this.sink.add(line)
    this.sink.line()
  }

  private endCell(): void {
    const cell = this.cells.pop()
    const row = this.rows.at(-1)
    if (!cell || !row) return
    const isEmpty = cell.text.trim() === ''
    if (isEmpty && cell.formula !== '' && cell.stored === '') this.found.isUncalculated = true
    const formula = cell.formula === '' ? '' : `${cell.formula} (not calculated)`
    const shown = isEmpty ? cell.stored || formula : cell.text.trim()
    const count = Math.min(cell.repeated, repeatedMax)
    row.cells.push(
      ...Array.from({ length: count }, () => shown.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')),
    )
  }

  private endRow(): void {
    const row = this.rows.pop()
    const line = row?.cells.join('\t').trimEnd() ?? ''
    const outer = this.cells.at(-1)
    if (outer) {
      outer.text += (outer.text === '' || line === '' ? '' : ' ') + line
      return
    }
    const count = line === '' ? 0 : Math.min(row?.repeated ?? 1, repeatedMax)
    for (let at = 0; at < count; at++) this.addLine(line)
    this.flushNotes()
  }
}

function newCell(attributes: Attributes): Cell {
  const stored =
    attribute(attributes, 'string-value') ??
    attribute(attributes, 'date-value') ??
    attribute(attributes, 'time-value') ??
    attribute(attributes, 'boolean-value') ??
    attribute(attributes, 'value')
  return {
    text: '',
    repeated: Number(attribute(attributes, 'number-columns-repeated') ?? 1),
    stored: stored ?? '',
    formula: attribute(attributes, 'formula')?.replace(/^\w+:(?==)/, '') ?? '',
  }
}

const getLevel = (level = ''): number => Math.min(6, Math.max(1, Number(level) || 1))
