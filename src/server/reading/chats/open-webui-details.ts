import { asRecord, asString } from '#lib/fields.ts'
import { toArguments, toResultText, toToolName, type ForeignPiece } from './foreign-said.ts'

/** Types of `<details>` elements that Open WebUI itself writes into the text of an answer. */
const ownTypes = new Set(['reasoning', 'tool_calls', 'code_interpreter'])
const opening = /^<details\b([^>]*)>/gm
const anyTag = /<details\b|<\/details>/g
const closing = '</details>'

/**
 * Splits an answer at the `<details>` elements with reasoning, tool calls and code, which may be
 * nested or mention each other.
 */
export function splitDetails(whole: string): ForeignPiece[] {
  const pieces: ForeignPiece[] = []
  let at = 0
  for (;;) {
    opening.lastIndex = at
    const found = nextOwn(whole, at)
    if (!found) break
    const end = endOf(whole, found.innerStart)
    pieces.push({ text: whole.slice(at, found.start).trim() })
    pieces.push(readDetails(found.attributes, whole.slice(found.innerStart, end?.start)))
    at = end?.end ?? whole.length
  }
  return [...pieces, { text: whole.slice(at).trim() }]
}

type Opening = { start: number; innerStart: number; attributes: ReadonlyMap<string, string> }

function nextOwn(whole: string, from: number): Opening | undefined {
  // An element may follow the previous one on the same line.
  const isDirect = whole.startsWith('<details', from)
  if (isDirect) {
    const headEnd = whole.indexOf('>', from)
    const attributes = attributesIn(whole.slice(from, headEnd))
    if (headEnd > 0 && ownTypes.has(attributes.get('type') ?? '')) {
      return { start: from, innerStart: headEnd + 1, attributes }
    }
  }
  opening.lastIndex = from
  for (let found = opening.exec(whole); found; found = opening.exec(whole)) {
    const attributes = attributesIn(found[1] ?? '')
    if (ownTypes.has(attributes.get('type') ?? '')) {
      return { start: found.index, innerStart: opening.lastIndex, attributes }
    }
  }
  return undefined
}

/** Returns the position of the closing tag. Tags in quoted lines are words of the thoughts. */
function endOf(whole: string, from: number): { start: number; end: number } | undefined {
  let depth = 1
  let first: number | undefined
  anyTag.lastIndex = from
  for (let found = anyTag.exec(whole); found; found = anyTag.exec(whole)) {
    const lineStart = whole.lastIndexOf('\n', found.index) + 1
    const line = whole.slice(Math.max(lineStart, from), found.index)
    if (/^(?:>|&gt;)/.test(line)) continue
    if (found[0] !== closing) {
      if (line.trim() === '') depth++
      continue
    }
    first ??= found.index
    if (--depth === 0) return { start: found.index, end: found.index + closing.length }
  }
  return first === undefined ? undefined : { start: first, end: first + closing.length }
}

const attributesIn = (head: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(head.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [
      name,
      unescapeHtml(value),
    ]),
  )

function readDetails(attributes: ReadonlyMap<string, string>, inside: string): ForeignPiece {
  const body = withoutSummary(inside)
  switch (attributes.get('type') ?? '') {
    case 'reasoning':
      return { reasoning: unquoted(body) }
    case 'tool_calls': {
      const name = attributes.get('name') ?? ''
      // Older versions wrote only the tools' names, as the summary.
      const args = decodeJson(attributes.get('arguments') ?? '')
      const result = attributes.get('result') || body.trim()
      const call = {
        name: toToolName(name || summaryOf(inside) || 'tool'),
        arguments: toArguments(args),
        ...(result && { result: unescapeHtml(toResultText(decodeJson(result))) }),
        at: 0,
      }
      return { calls: [call] }
    }
    default: {
      const code = /```[\w-]*\n([\s\S]*?)\n?```/.exec(body)?.[1] ?? body.trim()
      const output = decodeJson(attributes.get('output') ?? '')
      return { calls: [toCodeCall(code, output)] }
    }
  }
}

export function toCodeCall(code: string, output: unknown) {
  const { stdout, stderr, result, error } = asRecord(output)
  const texts = [stdout, result, stderr, error].map(toResultText).filter(Boolean)
  const text = texts.length > 0 ? texts.join('\n') : toResultText(output)
  return {
    name: 'code_interpreter',
    arguments: JSON.stringify({ code }),
    result: text,
    isFailed: asString(error) !== '',
    at: 0,
  }
}

/** Decodes JSON, also if it was encoded twice. Other text stays as it is. */
function decodeJson(text: string): unknown {
  let value: unknown = text
  for (let times = 0; times < 2 && typeof value === 'string'; times++) {
    try {
      value = JSON.parse(value)
    } catch {
      return value
    }
  }
  return value
}

const summaryEnd = '</summary>'
const withoutSummary = (inside: string): string => {
  const end = inside.indexOf(summaryEnd)
  return end < 0 ? inside : inside.slice(end + summaryEnd.length)
}
const summaryOf = (inside: string): string => /<summary>([^<]*)</.exec(inside)?.[1] ?? ''

/** Removes the quote mark of each line, which may be an HTML entity. */
const unquoted = (thought: string): string =>
  thought
    .trim()
    .split('\n')
    .map((line) => line.replace(/^(?:>|&gt;) ?/, ''))
    .join('\n')

const entities = new Map([
  ['quot', '"'],
  ['#34', '"'],
  ['#x27', "'"],
  ['#39', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
])
const unescapeHtml = (text: string): string =>
  text.replaceAll(
    /&(quot|#34|#x27|#39|lt|gt|amp);/g,
    (whole, name: string) => entities.get(name) ?? whole,
  )
