import { decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base'

export type TextKind = 'mixed' | 'prose' | 'list' | 'code' | 'regex' | 'tables'

/** A text in the pieces that a model sends: tokens of the vocabulary o200k. */
export type TokenText = readonly string[]

/**
 * Creates an answer of exactly `tokenCount` tokens, the same in each run. A character of several
 * tokens is one piece, because services send it in one piece.
 */
export function makeText(kind: TextKind, tokenCount: number, seed = 7): TokenText {
  const write = createWriter(seed)
  let text = write.opening(kind)
  for (let part = 0; encodedLength(text) < tokenCount; part++) {
    // Adds several parts at once, because counting tokens is slow.
    for (let more = 0; more < 8; more++) text += write.part(kind, part * 8 + more)
  }
  return [...decodeGenerator(encode(text).slice(0, tokenCount))]
}

const encodedLength = (text: string) => encode(text).length

const words =
  `server request answer buffer stream token latency proxy header cache worker queue message client socket
  retry timeout session record index cluster replica shard commit branch parser renderer layout frame browser
  thread memory budget signal handler event schema query router module bundle chunk cursor offset window
  container process volume gateway policy sensor engine motor river garden mountain theory measure pattern
  letter number colour shadow surface curve vertex texture camera scene`.split(/\s+/)

const verbs =
  `keeps sends reads writes holds closes opens splits joins counts checks moves draws loads stores waits starts
  stops follows replaces reaches measures limits shows`.split(/\s+/)

const extras =
  `quickly carefully rarely often directly twice again later first always without delay across regions behind
  the scenes under load in order at once per second — for example`.split(/\s+/)

function createChance(seed: number) {
  let state = seed
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = (values: readonly string[]): string => values[below(values.length)] ?? ''
  return { random, below, pick }
}

type Chance = ReturnType<typeof createChance>

function createProse({ random, below, pick }: Chance) {
  const marked = (word: string): string => {
    const chance = random()
    if (chance < 0.04) return `**${word} ${pick(words)}**`
    if (chance < 0.07) return `*${word}*`
    if (chance < 0.11) return `\`${word}_${pick(words)}()\``
    if (chance < 0.13) return `[${word} ${pick(words)}](https://example.com/${word}/${below(900)})`
    return word
  }
  const sentence = (): string => {
    const parts = ['The', marked(pick(words)), pick(verbs), 'the', marked(pick(words))]
    for (let more = 3 + below(9); more > 0; more--) {
      parts.push(marked(pick(random() < 0.5 ? words : extras)))
    }
    return `${parts.join(' ')}.`
  }
  const paragraph = (): string => `${Array.from({ length: 2 + below(4) }, sentence).join(' ')}\n\n`
  const heading = (): string => `${'#'.repeat(1 + below(3))} ${pick(words)} and ${pick(words)}\n\n`
  const item = (): string => sentence().slice(4)
  const list = (): string => {
    const isOrdered = random() < 0.4
    let text = ''
    for (let at = 1; at <= 3 + below(5); at++) {
      text += `${isOrdered ? `${at}.` : '-'} ${item()}\n`
      for (let nested = random() < 0.3 ? 1 + below(3) : 0; nested > 0; nested--) {
        text += `   - ${item()}\n`
      }
    }
    return `${text}\n`
  }
  const quote = (): string => `> ${sentence()}\n> ${sentence()}\n\n`
  return { marked, sentence, paragraph, heading, item, list, quote }
}

type Prose = ReturnType<typeof createProse>

function createCode({ below, pick }: Chance, { sentence }: Prose) {
  const codeLine = (): string => {
    const name = pick(words)
    const other = pick(words)
    switch (below(6)) {
      case 0:
        return `const ${name} = await ${pick(verbs)}(${other}, { timeoutMs: ${below(9_000)} })`
      case 1:
        return `  if (${name}.length > ${below(99)}) return ${other}['${pick(words)}'] ?? \`\${${name}}\``
      case 2:
        return `// ${sentence()}`
      case 3:
        return `export function ${name}${below(99)}(${other}: ${pick(words)}[]): Promise<void> {`
      case 4:
        return `  for (const ${name} of ${other}) ${pick(verbs)}(${name})`
      default:
        return '}'
    }
  }
  const code = (hasClass: boolean): string => {
    const lines = Array.from({ length: 6 + below(14) }, codeLine)
    if (hasClass) lines.splice(1, 0, 'const rest = /[^a]/.exec(line)')
    return `\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n\n`
  }
  return { codeLine, code }
}

function createTable({ below, pick }: Chance, { marked }: Prose) {
  const cell = () => `${marked(pick(words))} ${pick(words)}`
  const rows = (columns: number, count: number): string =>
    Array.from(
      { length: count },
      () => `| ${Array.from({ length: columns }, cell).join(' | ')} |\n`,
    ).join('')
  const table = (count = 3 + below(6)): string => {
    const columns = 3 + below(3)
    const head = `| ${Array.from({ length: columns }, () => pick(words)).join(' | ')} |\n`
    return `${head}|${' --- |'.repeat(columns)}\n${rows(columns, count)}\n`
  }
  return table
}

function createWriter(seed: number) {
  const chance = createChance(seed)
  const prose = createProse(chance)
  const { paragraph, heading, item, list, quote } = prose
  const { codeLine, code } = createCode(chance, prose)
  const table = createTable(chance, prose)

  return {
    opening(kind: TextKind): string {
      if (kind === 'code') return '```ts\n'
      // A text of the kind `regex` has one regular expression at its beginning, and no other code.
      if (kind === 'regex') return `${paragraph()}${code(true)}`
      return kind === 'tables' ? paragraph() : ''
    },
    part(kind: TextKind, at: number): string {
      if (kind === 'prose') return paragraph()
      if (kind === 'list') return `- ${item()}\n`
      if (kind === 'code') return `${codeLine()}\n`
      if (kind === 'tables') return table(60) + paragraph()
      if (at % 6 === 0) return heading()
      const drawn = chance.random()
      if (drawn < 0.45) return paragraph()
      if (drawn < 0.65) return list()
      if (drawn < 0.82) return code(false)
      return drawn < 0.92 ? table() : quote()
    },
  }
}
