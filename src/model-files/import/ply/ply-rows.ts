import { damagedPly, plyTypeBytes } from '../../splats/ply-header.ts'

export type PlyProperty = {
  readonly name: string
  readonly type: string
  readonly countType?: string
}
export type PlyElement = {
  readonly name: string
  readonly count: number
  readonly properties: readonly PlyProperty[]
}

export type PlyHeader = {
  readonly format: 'text' | 'little' | 'big'
  readonly elements: readonly PlyElement[]
  readonly comments: readonly string[]
  readonly start: number
}

const headerMaxBytes = 256 * 1024
/** Maximum length of a list in a row. Only damaged files declare longer lists. */
const listMax = 50_000_000

/**
 * Reads a PLY header, whose lines may end with LF, CR or both.
 * @throws {UnworkableModelError} if there is no header.
 */
export function readPlyHead(bytes: Uint8Array): PlyHeader {
  // In Latin-1, each byte is one character, so positions in text and bytes agree.
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, headerMaxBytes))
  const found = /^\s*ply[ \t]*[\r\n][\s\S]*?[\r\n][ \t]*end_header[ \t]*/i.exec(text)?.[0]
  if (found === undefined) throw damagedPly('its header cannot be read')
  const lines = found.split(/[\r\n]+/).map((line) => line.trim())
  const format = lines.find((line) => /^format\s/i.test(line)) ?? ''
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = []
  for (const line of lines) {
    const [word = '', ...rest] = line.split(/\s+/)
    if (/^element$/i.test(word)) {
      const count = Number(rest[1])
      if (!Number.isSafeInteger(count) || count < 0) {
        throw damagedPly('its header states no element count')
      }
      elements.push({ name: (rest[0] ?? '').toLowerCase(), count, properties: [] })
    }
    if (/^property$/i.test(word)) elements.at(-1)?.properties.push(toProperty(rest))
  }
  return {
    format: /binary_little/i.test(format) ? 'little' : /binary_big/i.test(format) ? 'big' : 'text',
    elements,
    comments: lines.flatMap((line) => /^(?:comment|obj_info)\s+(.*)$/i.exec(line)?.[1] ?? []),
    start: found.length + getLineEnd(text, found.length),
  }
}

function toProperty([type = '', ...rest]: readonly string[]): PlyProperty {
  const kind = type.toLowerCase()
  if (kind !== 'list') return { name: (rest[0] ?? '').toLowerCase(), type: kind }
  const [countType = '', entryType = '', name = ''] = rest.map((word) => word.toLowerCase())
  return { name, type: entryType, countType }
}

/**
 * Returns the length of the line end after the header. After CR, a line feed may be the first byte
 * of the rows.
 */
function getLineEnd(text: string, at: number): number {
  if (text[at] !== '\r') return 1
  const endsWithBoth = text[at + 1] === '\n' && text.slice(0, at).includes('\r\n')
  return endsWithBoth ? 2 : 1
}

/** Returns a row's values, each a number or a list, or undefined at the end of the file. */
export type NextRow = (element: PlyElement) => (number | number[])[] | undefined

export const createRowReader = (bytes: Uint8Array, header: PlyHeader): NextRow =>
  header.format === 'text' ? textRows(bytes, header.start) : binaryRows(bytes, header)

/**
 * Reads rows of text. A row starts on a new line and may continue on the next line. Additional
 * values are ignored.
 */
function textRows(bytes: Uint8Array, start: number): NextRow {
  const text = new TextDecoder('latin1').decode(bytes.subarray(start))
  const lines = /[^\r\n]*\S[^\r\n]*/g
  let words: string[] = []
  let at = 0
  const nextLine = () => {
    const line = lines.exec(text)?.[0]
    if (line === undefined) return false
    words = line.trim().split(/\s+/)
    at = 0
    return true
  }
  const next = (): number | undefined => {
    while (at >= words.length) if (!nextLine()) return undefined
    const value = Number(words[at++]?.replace(',', '.'))
    return Number.isNaN(value) ? 0 : value
  }
  return ({ properties }) => {
    if (!nextLine()) return undefined
    const row: (number | number[])[] = []
    for (const { countType } of properties) {
      const first = next()
      if (first === undefined) return undefined
      if (countType === undefined) {
        row.push(first)
        continue
      }
      const list: number[] = []
      for (let left = first; left > 0; left--) {
        const value = next()
        if (value === undefined) return undefined
        list.push(value)
      }
      row.push(list)
    }
    return row
  }
}

function binaryRows(bytes: Uint8Array, { format, start }: PlyHeader): NextRow {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = format === 'little'
  let at = start
  const next = (type: string): number | undefined => {
    const size = plyTypeBytes[type]
    if (size === undefined) throw damagedPly('its rows have an unknown layout')
    if (at + size > view.byteLength) return undefined
    at += size
    return readNumber(view, at - size, { type, isLittle })
  }
  return ({ properties }) => {
    const row: (number | number[])[] = []
    for (const { type, countType } of properties) {
      const first = next(countType ?? type)
      if (first === undefined) return undefined
      if (countType === undefined) {
        row.push(first)
        continue
      }
      const size = plyTypeBytes[type] ?? 1
      if (first > listMax || at + first * size > view.byteLength) return undefined
      row.push(Array.from({ length: Math.max(0, first) }, () => next(type) ?? 0))
    }
    return row
  }
}

type NumberKind = { readonly type: string; readonly isLittle: boolean }

function readNumber(view: DataView, at: number, { type, isLittle }: NumberKind): number {
  switch (type) {
    case 'float':
    case 'float32':
      return view.getFloat32(at, isLittle)
    case 'double':
    case 'float64':
      return view.getFloat64(at, isLittle)
    case 'char':
    case 'int8':
      return view.getInt8(at)
    case 'uchar':
    case 'uint8':
      return view.getUint8(at)
    case 'short':
    case 'int16':
      return view.getInt16(at, isLittle)
    case 'ushort':
    case 'uint16':
      return view.getUint16(at, isLittle)
    case 'int':
    case 'int32':
      return view.getInt32(at, isLittle)
    default:
      return view.getUint32(at, isLittle)
  }
}
