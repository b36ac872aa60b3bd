import highlighter from 'highlight.js/lib/core'
import type { Emitter, HLJSOptions } from 'highlight.js'
import { findLanguage } from './languages.ts'

type Token = { role: string | undefined; text: string }
export type TokenLine = readonly Token[]

/** Maximum length of highlighted code in characters. */
const codeLengthMax = 100_000

/** Collects highlight.js tokens line by line instead of creating HTML. */
class LineEmitter implements Emitter {
  readonly lines: Token[][] = [[]]
  readonly #roles: (string | undefined)[] = []

  addText(text: string): void {
    const role = this.#roles.at(-1)
    for (const [at, part] of text.split('\n').entries()) {
      if (at > 0) this.lines.push([])
      if (part !== '') this.lines.at(-1)?.push({ role, text: part })
    }
  }
  startScope(scope: string): void {
    // Use only the first part of a scope such as `title.function.invoke`.
    this.#roles.push(scope.split('.')[0])
  }
  endScope(): void {
    this.#roles.pop()
  }
  openNode(scope: string): void {
    this.startScope(scope)
  }
  closeNode(): void {
    this.endScope()
  }
  __addSublanguage(emitter: Emitter): void {
    if (!(emitter instanceof LineEmitter)) return
    for (const [at, line] of emitter.lines.entries()) {
      if (at > 0) this.lines.push([])
      this.lines.at(-1)?.push(...line)
    }
  }
  finalize(): void {
    this.#roles.length = 0
  }
  toHTML(): string {
    return ''
  }
}

const options: Partial<HLJSOptions> = { __emitter: LineEmitter }
highlighter.configure(options)

/**
 * Returns the tokens of each line. Returns undefined if the language is unknown or the code is too
 * long.
 */
export async function highlight(code: string, label: string): Promise<TokenLine[] | undefined> {
  const language = findLanguage(label)
  if (!language || code.length > codeLengthMax) return undefined
  const name = language.aliases[0] ?? label
  if (!highlighter.getLanguage(name)) {
    highlighter.registerLanguage(name, (await language.load()).default)
  }
  const { _emitter } = highlighter.highlight(code, { language: name, ignoreIllegals: true })
  return _emitter instanceof LineEmitter ? _emitter.lines : undefined
}

/** Lengths and roles of tokens, as the worker sends them. The page already has the text. */
export type PackedTokens = {
  roles: readonly string[]
  /** Two numbers per token: its length, and the 1-based index of its role. 0 means no role. */
  tokens: Uint32Array<ArrayBuffer>
  counts: Uint32Array<ArrayBuffer>
}

/** Packs tokens into typed arrays, which can be transferred from the worker without a copy. */
export function packTokens(lines: readonly TokenLine[]): PackedTokens {
  const roles = new Map<string, number>()
  const all = lines.flat()
  const tokens = new Uint32Array(all.length * 2)
  for (const [at, { role, text }] of all.entries()) {
    if (role !== undefined && !roles.has(role)) roles.set(role, roles.size + 1)
    tokens[at * 2] = text.length
    tokens[at * 2 + 1] = role === undefined ? 0 : (roles.get(role) ?? 0)
  }
  const counts = Uint32Array.from(lines, ({ length }) => length)
  return { roles: [...roles.keys()], tokens, counts }
}
