import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { UsdArc } from './usd-layer.ts'

/** Maximum nesting of values, because the scanner is recursive. */
const depthMax = 64
const spaces = /(?:[\s;,]|#[^\n]*)*/y
const numbers = /[-+]?(?:inf|nan|[\d.]+(?:e[-+]?\d+)?)/gi

export class UsdaScanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    this.#skipSpaces()
    return this.#at >= this.#text.length
  }

  #skipSpaces(): void {
    spaces.lastIndex = this.#at
    spaces.test(this.#text)
    this.#at = Math.max(this.#at, spaces.lastIndex)
  }

  peek(): string {
    this.#skipSpaces()
    return this.#text[this.#at] ?? ''
  }

  take(character: string): boolean {
    if (this.peek() !== character) return false
    this.#at++
    return true
  }

  expect(character: string): void {
    if (!this.take(character)) this.fail()
  }

  /** @param pattern must have the flag `y` (sticky). */
  takeMatch(pattern: RegExp): string | undefined {
    this.#skipSpaces()
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    if (found !== undefined) this.#at += found.length
    return found
  }

  takeWord(): string | undefined {
    return this.takeMatch(/[\p{L}_][\p{L}\p{N}_:]*/uy)
  }

  takeString(): string | undefined {
    const quoted = this.takeMatch(
      /"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y,
    )
    if (quoted === undefined) return undefined
    const width = /^(?:"""|''')/.test(quoted) ? 3 : 1
    return quoted
      .slice(width, -width)
      .replaceAll(/\\(.)/gs, (_, letter: string) => unescape(letter))
  }

  takeValue(depth = 0): unknown {
    if (depth > depthMax) this.fail()
    const next = this.peek()
    if (next === '"' || next === "'") return this.takeString() ?? this.fail()
    if (next === '@') return this.takeReference()
    if (next === '<') return this.takeMatch(/<[^>]*>/y)?.slice(1, -1) ?? this.fail()
    if (next === '[') return this.#takeList(']', depth)
    if (next === '(') return this.#takeList(')', depth)
    if (next === '{') return this.#takeDictionary(depth)
    const number = this.takeMatch(/[-+]?(?:inf\b|nan\b|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy)
    if (number !== undefined) return toNumber(number)
    const word = this.takeWord() ?? this.fail()
    return word === 'None' ? undefined : word === 'true' ? true : word === 'false' ? false : word
  }

  takeNumbers(): number[] {
    const start = this.#at
    let depth = 0
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === 40 || code === 91) depth++
      else if (code === 41 || code === 93) depth--
      if (depth === 0 && (code === 41 || code === 93)) break
    }
    this.#at++
    return Array.from(
      this.#text
        .slice(start, this.#at)
        .replaceAll(/#[^\n]*/g, '')
        .matchAll(numbers),
      ([found]) => toNumber(found),
    )
  }

  #takeList(end: string, depth: number): unknown[] {
    this.#at++
    const list: unknown[] = []
    while (!this.take(end)) {
      if (this.isAtEnd) this.fail()
      list.push(this.takeValue(depth + 1))
    }
    return list
  }

  #takeDictionary(depth: number): Record<string, unknown> {
    this.#at++
    const entries: [string, unknown][] = []
    while (!this.take('}')) {
      if (this.isAtEnd) this.fail()
      const time = this.takeMatch(/[-+]?[\d.]+(?:e[-+]?\d+)?(?=\s*:)/iy)
      // In a dictionary, the type of a value precedes its key.
      const key = time ?? this.takeMatch(/[^={}]*(?==)/y) ?? this.fail()
      this.expect(time === undefined ? '=' : ':')
      const name = key.trim().replace(/^.*\s(?=\S+$)/s, '')
      entries.push([name.replaceAll(/^["']|["']$/g, ''), this.takeValue(depth + 1)])
    }
    return Object.fromEntries(entries)
  }

  /** Reads a reference such as `@file@</Prim> (offset = 1)`. */
  takeReference(): UsdArc {
    const quoted = this.takeMatch(/@@@(?:\\@@@|[\s\S])*?@@@|@[^@\n]*@/y) ?? this.fail()
    const file = quoted.replaceAll(/^@+|@+$/g, '')
    const prim = this.peek() === '<' ? this.takeMatch(/<[^>]*>/y)?.slice(1, -1) : undefined
    if (this.peek() === '(') this.takeMatch(/\([^)]*\)/y)
    return { file, ...(prim && { prim }) }
  }

  fail(): never {
    const line = this.#text.slice(0, this.#at).split('\n').length
    throw new UnworkableModelError(`This USD is damaged in line ${line}.`)
  }
}

const unescape = (letter: string): string =>
  letter === 'n' ? '\n' : letter === 't' ? '\t' : letter === 'r' ? '\r' : letter

function toNumber(text: string): number {
  if (/inf$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return Number(text)
}
