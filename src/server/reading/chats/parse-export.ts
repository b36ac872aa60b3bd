import { HttpError } from '../../errors/http-error.ts'
import { isRecord } from '#lib/fields.ts'
import { parseChatRows } from './programs/chat-rows.ts'
import { parseGeminiPage } from './programs/gemini-takeout.ts'
import { parseHeadedText } from './programs/headed-text.ts'
import { createJsonMeter, JsonLimitError, type JsonLimits } from '../../json/json-limits.ts'

/** Limits of parsing an export. The largest known export of chats has about 3 million values. */
const limits: JsonLimits = {
  // LibreChat nests each answer in its question.
  depthMax: 20_000,
  valuesMax: 5_000_000,
  entriesMax: 1_000_000,
  nameBytesMax: Infinity,
}

/** Values of a file, and the number of unreadable lines in the file. */
export type ParsedExport = { value: unknown; brokenLines: number }

/**
 * Parses JSON, JSON Lines, the page `chat.html` of ChatGPT, and the other formats of chat programs.
 * @throws {HttpError} `bad_request` for other files.
 */
export function parseExport(bytes: Uint8Array): ParsedExport {
  const text = decode(bytes)
  const known = parseGeminiPage(text) ?? parseHeadedText(text) ?? parseChatRows(text)
  if (known) return { value: known, brokenLines: 0 }
  const json = /^\s*</.test(text.slice(0, 1000)) ? jsonInPage(text) : text
  if (json === undefined || json.trim() === '') throw notJson()
  try {
    createJsonMeter(limits)(json === text && !isUtf16(bytes) ? bytes : Buffer.from(json))
  } catch (cause) {
    if (!(cause instanceof JsonLimitError)) throw cause
    throw new HttpError(
      'bad_request',
      'This file has too many values, or they are nested too deeply.',
      { cause },
    )
  }
  try {
    const value: unknown = JSON.parse(json)
    if (Array.isArray(value) || isRecord(value)) return { value, brokenLines: 0 }
  } catch (cause) {
    const lines = parseLines(json)
    if (lines) return lines
    throw notJson(cause)
  }
  throw notJson()
}

const notJson = (cause?: unknown) =>
  new HttpError(
    'bad_request',
    'This is not a JSON file. Choose an export of chats, as ZIP or JSON.',
    { cause },
  )

function decode(bytes: Uint8Array): string {
  if (!isUtf16(bytes)) return new TextDecoder().decode(bytes)
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
}

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

function parseLines(text: string): ParsedExport | undefined {
  const value: unknown[] = []
  let brokenLines = 0
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end).trim()
    at = end < 0 ? text.length : end + 1
    if (line === '') continue
    const parsed = line.startsWith('{') ? tryParse(line) : undefined
    if (isRecord(parsed)) value.push(parsed)
    else brokenLines++
    // Stop parsing, because so many broken lines mean another kind of file, such as a long text.
    if (value.length === 0 && brokenLines > 100) return undefined
  }
  return value.length > 0 ? { value, brokenLines } : undefined
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function jsonInPage(page: string): string | undefined {
  const found = /\bjsonData\s*=\s*(?=\[)/.exec(page)
  if (!found) return undefined
  const start = found.index + found[0].length
  const end = endOfList(page, start)
  return end < 0 ? undefined : page.slice(start, end)
}

function endOfList(text: string, start: number): number {
  let depth = 0
  const marks = /["[\]]/g
  marks.lastIndex = start
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    if (found[0] === '"') marks.lastIndex = endOfString(text, marks.lastIndex)
    else if (found[0] === '[') depth++
    else if (--depth === 0) return marks.lastIndex
  }
  return -1
}

function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text[before] === '\\') before--
    if ((at - before) % 2 === 1) return at + 1
  }
  return text.length
}
