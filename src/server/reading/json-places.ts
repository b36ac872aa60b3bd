import { cutText } from '#lib/cut-text.ts'

/** JSON that cannot be read. `line` counts from 1. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError'
  readonly line: number
  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** A path into a JSON value: `['paramSchema', 'properties', 'faces']`. */
export type JsonPath = readonly (string | number)[]

export type PlacedJson = {
  value: unknown
  /** The line on which something begins; that of what it stands in, if it is not there itself. */
  lineOf: (path: JsonPath) => number
}

const depthMax = 60

/**
 * Reads JSON and keeps in mind on which line everything stands, for sentences about files that people
 * write by hand. A name that stands twice in one object is an error here.
 *
 * @throws {JsonSyntaxError}
 */
export function parsePlacedJson(text: string): PlacedJson {
  const lines = new Map<string, number>()
  const value = new Reader(text.replace(/^\uFEFF/, ''), lines).readAll()
  return {
    value,
    lineOf: (path) => {
      for (let length = path.length; length > 0; length--) {
        const line = lines.get(keyOf(path.slice(0, length)))
        if (line !== undefined) return line
      }
      return 1
    },
  }
}

const keyOf = (path: JsonPath): string => JSON.stringify(path)

class Reader {
  private at = 0
  private lineHere = 1
  /** The first end of a line that has not been counted. */
  private nextBreak: number
  private readonly text: string
  private readonly lines: Map<string, number>
  constructor(text: string, lines: Map<string, number>) {
    this.text = text
    this.lines = lines
    this.nextBreak = text.indexOf('\n')
  }

  readAll(): unknown {
    const value = this.read([])
    this.skipBlanks()
    if (this.at < this.text.length) throw this.error('Unexpected content after the end')
    return value
  }

  private read(path: JsonPath): unknown {
    if (path.length > depthMax) throw this.error('Nested too deeply')
    this.skipBlanks()
    const key = keyOf(path)
    if (!this.lines.has(key)) this.lines.set(key, this.line())
    const sign = this.text[this.at]
    if (sign === '{') return this.readObject(path)
    if (sign === '[') return this.readList(path)
    return sign === '"' ? this.readText() : this.readWord()
  }

  private readObject(path: JsonPath): Record<string, unknown> {
    const entries = new Map<string, unknown>()
    this.at++
    for (let isFirst = true; !this.takes('}'); isFirst = false) {
      if (!isFirst) this.expect(',', 'Missing comma or }')
      this.skipBlanks()
      if (this.text[this.at] !== '"') {
        throw this.error(this.text[this.at] === '}' ? 'Unexpected comma' : 'Missing name in quotes')
      }
      this.lines.set(keyOf([...path, this.peekText()]), this.line())
      const name = this.readText()
      if (entries.has(name)) throw this.error(`“${name}” appears twice`)
      this.expect(':', `Missing colon after “${name}”`)
      entries.set(name, this.read([...path, name]))
    }
    return Object.fromEntries(entries)
  }

  private readList(path: JsonPath): unknown[] {
    const items: unknown[] = []
    this.at++
    for (let isFirst = true; !this.takes(']'); isFirst = false) {
      if (!isFirst) this.expect(',', 'Missing comma or ]')
      this.skipBlanks()
      if (this.text[this.at] === ']') throw this.error('Unexpected comma')
      items.push(this.read([...path, items.length]))
    }
    return items
  }

  private peekText(): string {
    const start = this.at
    const text = this.readText()
    this.at = start
    return text
  }

  private readText(): string {
    const found = /"(?:[^"\\\n]|\\.)*"/y
    found.lastIndex = this.at
    const [quoted] = found.exec(this.text) ?? []
    if (quoted === undefined) throw this.error('This string has no closing quote')
    const value = this.parse(quoted, 'This string has an invalid escape sequence')
    this.at += quoted.length
    return String(value)
  }

  private readWord(): unknown {
    const found = /[^\s,:{}[\]"]+/y
    found.lastIndex = this.at
    const [word] = found.exec(this.text) ?? []
    if (word === undefined) {
      throw this.error(this.at < this.text.length ? 'Missing value' : 'Unexpected end of file')
    }
    const value = this.parse(word, `“${cutText(word, 40)}” is not a JSON value`)
    this.at += word.length
    return value
  }

  private parse(text: string, complaint: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      throw this.error(complaint)
    }
  }

  private takes(sign: string): boolean {
    this.skipBlanks()
    if (this.text[this.at] !== sign) return false
    this.at++
    return true
  }

  private expect(sign: string, complaint: string): void {
    if (this.takes(sign)) return
    throw this.error(this.at < this.text.length ? complaint : 'Unexpected end of file')
  }

  private skipBlanks(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at++
  }

  /** Counted on from where it was asked for last: a file has as many places as it has values. */
  private line(): number {
    while (this.nextBreak !== -1 && this.nextBreak < this.at) {
      this.lineHere++
      this.nextBreak = this.text.indexOf('\n', this.nextBreak + 1)
    }
    return this.lineHere
  }

  private error(message: string): JsonSyntaxError {
    return new JsonSyntaxError(`${message}.`, this.line())
  }
}
