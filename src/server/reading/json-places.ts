import { visit } from 'jsonc-parser'
import { cutText } from '#lib/cut-text.ts'

/** Thrown for invalid JSON. `line` starts at 1. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError'
  readonly line: number
  constructor(message: string, line: number) {
    super(`${message}.`)
    this.line = line
  }
}

/** A path into a JSON value: `['paramSchema', 'properties', 'faces']`. */
export type JsonPath = readonly (string | number)[]

export type PlacedJson = {
  value: unknown
  /** Returns the line on which a value starts, or the line of a missing value's parent. */
  lineOf: (path: JsonPath) => number
}

const depthMax = 60
/** Values of `ParseErrorCode`, a `const enum` that cannot be imported. */
const unexpectedEndOfString = 12
const faultsInStrings = [14, 15, 16]

/**
 * Parses JSON and records the line of each value, for error messages about hand-written files.
 * @throws {JsonSyntaxError} also for a repeated name in one object.
 */
export function parsePlacedJson(text: string): PlacedJson {
  const json = text.replace(/^\uFEFF/, '')
  const lines = linesIn(json)
  return {
    value: JSON.parse(json),
    lineOf: (path) => {
      for (let length = path.length; length > 0; length--) {
        const line = lines.get(getKey(path.slice(0, length)))
        if (line !== undefined) return line
      }
      return 1
    },
  }
}

const getKey = (path: JsonPath): string => JSON.stringify(path)

/** @throws {JsonSyntaxError} at the first syntax error. */
function linesIn(json: string): Map<string, number> {
  const lines = new Map<string, number>()
  const open: (Set<string> | undefined)[] = []
  let place: Place = { awaits: 'value' }

  const note = (path: JsonPath, line: number) => {
    const key = getKey(path)
    if (!lines.has(key)) lines.set(key, line + 1)
  }
  const begin = (line: number, names: Set<string> | undefined, path: JsonPath) => {
    if (open.push(names) > depthMax) throw new JsonSyntaxError('Nested too deeply', line + 1)
    note(path, line)
    place = { awaits: names ? 'name' : 'value', within: names ? '}' : ']' }
  }
  const end = () => {
    open.pop()
    awaitSeparator()
  }
  const awaitSeparator = () => {
    const names = open.at(-1)
    place = { awaits: 'separator', within: open.length === 0 ? undefined : names ? '}' : ']' }
  }

  visit(
    json,
    {
      onObjectBegin: (_at, _length, line, _column, path) => begin(line, new Set(), path()),
      onArrayBegin: (_at, _length, line, _column, path) => begin(line, undefined, path()),
      onObjectEnd: end,
      onArrayEnd: end,
      onObjectProperty(name, _at, _length, line, _column, path) {
        const names = open.at(-1)
        if (names?.has(name)) throw new JsonSyntaxError(`“${name}” appears twice`, line + 1)
        names?.add(name)
        note([...path(), name], line)
        place = { awaits: 'colon', name }
      },
      onLiteralValue(_value, _at, _length, line, _column, path) {
        note(path(), line)
        awaitSeparator()
      },
      onSeparator(sign) {
        const awaits = sign === ',' && open.at(-1) ? 'name' : 'value'
        place = { ...place, awaits }
      },
      onError(code, at, length, line) {
        throw new JsonSyntaxError(complaint(code, json.slice(at, at + length), place), line + 1)
      },
    },
    { disallowComments: true },
  )
  return lines
}

type Place = {
  awaits: 'value' | 'name' | 'colon' | 'separator'
  within?: '}' | ']' | undefined
  name?: string
}

function complaint(code: number, found: string, { awaits, within, name }: Place): string {
  if (code === unexpectedEndOfString) return 'This string has no closing quote'
  if (faultsInStrings.includes(code)) return 'This string has an invalid escape sequence'
  if (found === '') return 'Unexpected end of file'
  switch (awaits) {
    case 'name':
      return found === '}' ? 'Unexpected comma' : 'Missing name in quotes'
    case 'colon':
      return `Missing colon after “${name}”`
    case 'separator':
      return within ? `Missing comma or ${within}` : 'Unexpected content after the end'
    case 'value':
      if (found === ']' && within === ']') return 'Unexpected comma'
      return /^[,:{}[\]]$/.test(found)
        ? 'Missing value'
        : `“${cutText(found, 40)}” is not a JSON value`
  }
}
