import { referredBy, readRelations, type ArchiveParts } from './parts.ts'
import { attribute, readXml } from './read-xml.ts'
import { formatSerialDate, readDateStyles } from './sheet-dates.ts'
import type { TextSink } from './text-sink.ts'

type Workbook = {
  strings: readonly string[]
  dateStyles: ReadonlySet<number>
  isSince1904: boolean
}

/** Reads a spreadsheet: each sheet under its name, a line per row, tabs between cells. */
export async function readSheets(parts: ArchiveParts, main: string, sink: TextSink): Promise<void> {
  const workbook = await readWorkbook(parts, main)
  for (const { target, attributes } of await referredBy(parts, main, 'sheet')) {
    if (sink.isFull()) return
    sink.gap()
    sink.add(`## ${attribute(attributes, 'name') ?? 'Sheet'}`)
    sink.gap()
    readSheet(await parts.read(target), workbook, sink)
  }
}

async function readWorkbook(parts: ArchiveParts, main: string): Promise<Workbook> {
  const relations = [...(await readRelations(parts, main)).values()]
  const partOf = async (type: string) => {
    const target = relations.find((one) => one.type === type)?.target
    return target !== undefined && parts.has(target) ? parts.read(target) : new Uint8Array()
  }
  let isSince1904 = false
  readXml(await parts.read(main), {
    open(name, attributes) {
      if (name === 'workbookPr') isSince1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
    },
  })
  return {
    strings: readStrings(await partOf('sharedStrings')),
    dateStyles: readDateStyles(await partOf('styles')),
    isSince1904,
  }
}

function readStrings(bytes: Uint8Array): string[] {
  const strings: string[] = []
  let words = ''
  let isText = false
  /** Nesting depth of phonetic guides, whose text is skipped. Some languages add them to a word. */
  let phonetic = 0
  readXml(bytes, {
    open(name) {
      if (name === 'si') words = ''
      else if (name === 't') isText = true
      else if (name === 'rPh') phonetic++
    },
    close(name) {
      if (name === 'si') strings.push(words)
      else if (name === 't') isText = false
      else if (name === 'rPh') phonetic--
    },
    text: (text) => {
      if (isText && phonetic === 0) words += text
    },
  })
  return strings
}

type Cell = { type: string; style: number; value: string }

function readSheet(bytes: Uint8Array, workbook: Workbook, sink: TextSink): void {
  let row: string[] = []
  let column = 0
  let cell: Cell | undefined
  let isValue = false
  readXml(
    bytes,
    {
      open(name, attributes) {
        if (name === 'row') {
          row = []
          column = 0
        } else if (name === 'c') {
          column = columnOf(attributes['r']) ?? column
          cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? -1), value: '' }
        } else if (name === 'v' || name === 't') isValue = true
      },
      close(name) {
        if (name === 'v' || name === 't') isValue = false
        else if (name === 'c' && cell) {
          const shown = shownValue(cell, workbook)
          if (shown !== '') row[column] = shown
          column++
          cell = undefined
        } else if (name === 'row' && row.length > 0) {
          sink.add(Array.from(row, (value) => value ?? '').join('\t'))
          sink.line()
        }
      },
      text: (text) => {
        if (isValue && cell) cell.value += text
      },
    },
    { isEnough: sink.isFull },
  )
}

function shownValue({ type, style, value }: Cell, workbook: Workbook): string {
  if (value === '') return ''
  if (type === 's') return oneLine(workbook.strings[Number(value)] ?? '')
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  const number = Number(value)
  if (type !== 'n' || Number.isNaN(number)) return oneLine(value)
  const date = workbook.dateStyles.has(style)
    ? formatSerialDate(number, workbook.isSince1904)
    : undefined
  // Shows 0.1 + 0.2 as 0.3, like a spreadsheet program.
  return date ?? String(Number(number.toPrecision(15)))
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n\t]/g, ' ')

const columnsMax = 16_384

/** Returns the index of a cell's column: 2 for `C5`. */
function columnOf(place = ''): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(place)?.[0]
  if (!letters) return undefined
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number <= columnsMax ? number - 1 : undefined
}
