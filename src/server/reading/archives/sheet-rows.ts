import { attribute, readXml } from './read-xml.ts'
import { parseIsoDate, showNumber, showText, type CellFormat } from './sheet-formats.ts'
import type { TextSink } from './text-sink.ts'

export type Workbook = {
  strings: readonly string[]
  formats: ReadonlyMap<number, CellFormat>
  isSince1904: boolean
}

type Cell = {
  type: string
  style: number
  value: string
  hasValue: boolean
  formula: string | undefined
}

const columnsMax = 16_384
/**
 * Maximum number of consecutive empty cells that are written as tabs. After a larger gap, the next
 * cell's address is written.
 */
const emptyCellsMax = 40
const formulaLengthMax = 300
const listedMax = 50

/**
 * Reads the rows of a sheet.
 * @returns whether a formula has no stored result.
 */
export function readSheet(bytes: Uint8Array, workbook: Workbook, sink: TextSink): boolean {
  let row = new Map<number, string>()
  let number = 0
  let column = 0
  let cell: Cell | undefined
  let into: 'value' | 'formula' | undefined
  let phonetic = 0
  let hasUncalculated = false
  const merged: string[] = []
  const hidden: string[] = []

  const open = (name: string, attributes: Readonly<Record<string, string>>) => {
    if (name === 'row') {
      const next = Number(attribute(attributes, 'r') ?? number + 1)
      if (next > number + 1 && number > 0) sink.gap()
      number = next
      row = new Map()
      column = 0
      if (isTrue(attribute(attributes, 'hidden'))) hidden.push(`row ${number}`)
    } else if (name === 'c') {
      column = getColumn(attribute(attributes, 'r')) ?? column
      cell = {
        type: attribute(attributes, 't') ?? 'n',
        style: Number(attribute(attributes, 's') ?? 0),
        value: '',
        hasValue: false,
        formula: undefined,
      }
    } else if (name === 'v' || name === 't') {
      into = 'value'
      if (cell) cell.hasValue = true
    } else if (name === 'f' && cell) {
      into = 'formula'
      cell.formula = ''
    } else if (name === 'rPh') phonetic++
    else if (name === 'mergeCell') merged.push(attribute(attributes, 'ref') ?? '')
    else if (name === 'col' && isTrue(attribute(attributes, 'hidden'))) {
      hidden.push(columnsIn(attribute(attributes, 'min'), attribute(attributes, 'max')))
    }
  }
  const close = (name: string) => {
    if (name === 'v' || name === 't' || name === 'f') into = undefined
    else if (name === 'rPh') phonetic--
    else if (name === 'c' && cell) {
      const isEmptyText = cell.type === 'str' && cell.hasValue
      const isUncalculated = cell.formula !== undefined && cell.value === '' && !isEmptyText
      hasUncalculated ||= isUncalculated
      const shown = isUncalculated ? showFormula(cell) : shownValue(cell, workbook)
      if (shown !== '') row.set(column, shown)
      column++
      cell = undefined
    } else if (name === 'row' && row.size > 0) {
      sink.add(writeRow(row, number))
      sink.line()
    }
  }
  const text = (words: string) => {
    if (!cell || phonetic > 0) return
    if (into === 'value') cell.value += words
    else if (into === 'formula') cell.formula += words
  }
  readXml(bytes, { open, close, text }, { isEnough: sink.isFull })
  list(sink, 'Merged cells', merged)
  list(sink, 'Hidden', hidden)
  return hasUncalculated
}

const isTrue = (value = ''): boolean => /^(?:1|true)$/.test(value)

function writeRow(row: ReadonlyMap<number, string>, number: number): string {
  let line = ''
  let last = 0
  for (const [column, value] of [...row].toSorted(([a], [b]) => a - b)) {
    const gap = column - last
    line +=
      gap > emptyCellsMax ? `\t… ${getName(column)}${number}: ${value}` : '\t'.repeat(gap) + value
    last = column
  }
  return line
}

function list(sink: TextSink, what: string, places: readonly string[]): void {
  if (places.length === 0) return
  const more = places.length > listedMax ? ` and ${places.length - listedMax} more` : ''
  sink.gap()
  sink.add(`(${what}: ${places.slice(0, listedMax).join(', ')}${more})`)
}

const showFormula = ({ formula = '' }: Cell): string => {
  const code = oneLine(formula).slice(0, formulaLengthMax)
  return code === '' ? '(formula, not calculated)' : `=${code} (not calculated)`
}

function shownValue(
  { type, style, value }: Cell,
  { strings, formats, isSince1904 }: Workbook,
): string {
  if (value === '') return ''
  const code = formats.get(style)
  if (type === 's') return oneLine(showText(strings[Number(value)] ?? '', code))
  if (type === 'b') return isTrue(value.trim()) ? 'TRUE' : 'FALSE'
  if (type === 'n') return oneLine(showNumber(value, code, isSince1904))
  if (type === 'd') {
    const serial = parseIsoDate(value)
    return serial === undefined ? value : showNumber(String(serial), code ?? { date: true })
  }
  return oneLine(type === 'e' ? value : showText(value, code))
}

/** Office files write control characters as codes such as `_x000D_`. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/[\r\n\t]+/g, ' ')

function getColumn(place = ''): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(place)?.[0]
  if (!letters) return undefined
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  return number <= columnsMax ? number - 1 : undefined
}

function getName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : getName(Math.floor(column / 26) - 1) + last
}

function columnsIn(first = '1', last = first): string {
  const [from, to] = [getName(Number(first) - 1), getName(Math.min(Number(last), columnsMax) - 1)]
  return from === to ? `column ${from}` : `columns ${from} to ${to}`
}
