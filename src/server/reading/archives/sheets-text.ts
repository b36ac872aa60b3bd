import { readDrawings, readDrawingText } from './drawings-text.ts'
import { readOptional, readRelations, referredBy, warn, type ArchiveParts } from './parts.ts'
import { attribute, readXml } from './read-xml.ts'
import { readCellFormats, type CellFormat } from './sheet-formats.ts'
import { readSheet, type Workbook } from './sheet-rows.ts'
import { createTextSink, type TextSink } from './text-sink.ts'

/** Reads a spreadsheet: each sheet under its name, a line per row, tabs between cells. */
export async function readSheets(parts: ArchiveParts, main: string, sink: TextSink): Promise<void> {
  const workbook = await readWorkbook(parts, main)
  for (const { target, attributes } of await referredBy(parts, main, 'sheet')) {
    if (sink.isFull()) return
    const name = attribute(attributes, 'name') ?? 'Sheet'
    const isHidden = /^(?:hidden|veryHidden)$/.test(attribute(attributes, 'state') ?? '')
    sink.gap()
    sink.add(`## ${name}${isHidden ? ' (hidden sheet)' : ''}`)
    sink.gap()
    const bytes = await readOptional(parts, target, `The sheet “${name}”`)
    if (!bytes) continue
    if (readSheet(bytes, workbook, sink)) warn(parts, uncalculated)
    await readAround(parts, target, sink)
  }
}

const uncalculated =
  'Some formulas have no stored result. They are marked as not calculated; open the file in a spreadsheet program and save it.'

async function readWorkbook(parts: ArchiveParts, main: string): Promise<Workbook> {
  const relations = [...(await readRelations(parts, main)).values()]
  const getPart = async (type: string, what: string) => {
    const target = relations.find((one) => one.type === type)?.target
    if (target === undefined) return new Uint8Array()
    return (await readOptional(parts, target, what)) ?? new Uint8Array()
  }
  let isSince1904 = false
  readXml(await parts.read(main), {
    open(name, attributes) {
      if (name === 'workbookPr') {
        isSince1904 = /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? '')
      }
    },
  })
  const styles: ReadonlyMap<number, CellFormat> = readCellFormats(
    await getPart('styles', 'The list of number formats'),
  )
  return {
    strings: readStrings(await getPart('sharedStrings', 'The list of texts')),
    formats: styles,
    isSince1904,
  }
}

function readStrings(bytes: Uint8Array): string[] {
  const strings: string[] = []
  let words = ''
  let isText = false
  /** Nesting depth of phonetic guides to words, whose text is skipped. */
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

async function readAround(parts: ArchiveParts, name: string, sink: TextSink): Promise<void> {
  for (const { type, target, isExternal } of (await readRelations(parts, name)).values()) {
    if (sink.isFull() || isExternal) continue
    if (type === 'comments' || type === 'threadedComment') {
      const bytes = await readOptional(parts, target, 'A list of comments')
      if (bytes) readComments(bytes, sink)
    } else if (type === 'drawing') {
      const bytes = await readOptional(parts, target, 'A drawing')
      if (!bytes) continue
      const drawn = createTextSink(100_000)
      readDrawingText(bytes, drawn)
      sink.gap()
      sink.add(drawn.text())
      await readDrawings(parts, target, sink)
    }
  }
}

function readComments(bytes: Uint8Array, sink: TextSink): void {
  let words: string | undefined
  let isText = false
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'comment' || name === 'threadedComment') {
        words = `Comment at ${attribute(attributes, 'ref') ?? 'a cell'}: `
      } else if (name === 't' || name === 'text') isText = true
    },
    close(name) {
      if (name === 't') isText = false
      if ((name !== 'comment' && name !== 'threadedComment') || words === undefined) return
      sink.line()
      sink.add(words.replaceAll(/\s+/g, ' ').trim())
      sink.line()
      words = undefined
    },
    text: (more) => {
      if (isText && words !== undefined) words += more
    },
  })
}
