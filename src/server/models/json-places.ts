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
  private readonly text: string
  private readonly lines: Map<string, number>
  constructor(text: string, lines: Map<string, number>) {
    this.text = text
    this.lines = lines
  }

  readAll(): unknown {
    const value = this.read([])
    this.skipBlanks()
    if (this.at < this.text.length) throw this.error('There is something after the end')
    return value
  }

  private read(path: JsonPath): unknown {
    if (path.length > depthMax) throw this.error('This is nested too deeply')
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
      if (!isFirst) this.expect(',', 'A comma or } is missing before this')
      this.skipBlanks()
      if (this.text[this.at] !== '"') {
        throw this.error(
          this.text[this.at] === '}' ? 'There is a comma too many' : 'A name in quotes is missing',
        )
      }
      this.lines.set(keyOf([...path, this.peekText()]), this.line())
      const name = this.readText()
      if (entries.has(name)) throw this.error(`“${name}” stands here a second time`)
      this.expect(':', `A colon is missing after “${name}”`)
      entries.set(name, this.read([...path, name]))
    }
    return Object.fromEntries(entries)
  }

  private readList(path: JsonPath): unknown[] {
    const items: unknown[] = []
    this.at++
    for (let isFirst = true; !this.takes(']'); isFirst = false) {
      if (!isFirst) this.expect(',', 'A comma or ] is missing before this')
      this.skipBlanks()
      if (this.text[this.at] === ']') throw this.error('There is a comma too many')
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
    if (quoted === undefined) throw this.error('This text has no closing quote')
    const value = this.parse(quoted, 'This text has an escape that JSON does not know')
    this.at += quoted.length
    return String(value)
  }

  private readWord(): unknown {
    const found = /[^\s,:{}[\]"]+/y
    found.lastIndex = this.at
    const [word] = found.exec(this.text) ?? []
    if (word === undefined) {
      throw this.error(
        this.at < this.text.length ? 'A value is missing' : 'The file ends too early',
      )
    }
    const value = this.parse(word, `“${cutText(word, 40)}” is no JSON value`)
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
    throw this.error(this.at < this.text.length ? complaint : 'The file ends too early')
  }

  private skipBlanks(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at++
  }

  private line(): number {
    let line = 1
    for (let at = this.text.indexOf('\n'); at !== -1 && at < this.at;) {
      line++
      at = this.text.indexOf('\n', at + 1)
    }
    return line
  }

  private error(message: string): JsonSyntaxError {
    return new JsonSyntaxError(`${message}.`, this.line())
  }
}
