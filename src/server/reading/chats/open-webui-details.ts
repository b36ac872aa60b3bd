import { asRecord, asString } from '#lib/fields.ts'
import { unescapeHtml } from '#lib/unescape-html.ts'
import { toArguments, toResultText, toToolName, type ForeignPiece } from './foreign-said.ts'

/** Types of `<details>` elements that Open WebUI itself writes into the text of an answer. */
const ownTypes = new Set(['reasoning', 'tool_calls', 'code_interpreter'])
/** Matches an opening tag. Attributes are escaped, so they contain no angle brackets. */
const opening = /^<details\b([^<>]*)>/gm
const openingHere = /<details\b([^<>]*)>/y
const anyTag = /\n|<details\b|<\/details>/g
const closing = '</details>'

/**
 * Splits an answer at the `<details>` elements with reasoning, tool calls and code. The elements
 * may be nested, and their text may contain the tag itself.
 */
export function splitDetails(whole: string): ForeignPiece[] {
  const pieces: ForeignPiece[] = []
  let at = 0
  let isBalanced = true
  for (;;) {
    const found = nextOwn(whole, at)
    if (!found) break
    const end = getEnd(whole, { from: found.innerStart, isBalanced })
    // After one missing closing tag, stop searching matching tags, which would take quadratic time
    // for many unclosed elements.
    isBalanced &&= end?.isMatching === true
    pieces.push({ text: whole.slice(at, found.start).trim() })
    pieces.push(readDetails(found.attributes, whole.slice(found.innerStart, end?.start)))
    at = end?.end ?? whole.length
  }
  return [...pieces, { text: whole.slice(at).trim() }]
}

type Opening = { start: number; innerStart: number; attributes: ReadonlyMap<string, string> }

function nextOwn(whole: string, from: number): Opening | undefined {
  for (const pattern of [openingHere, opening]) {
    pattern.lastIndex = from
    for (let found = pattern.exec(whole); found; found = pattern.exec(whole)) {
      const attributes = attributesIn(found[1] ?? '')
      if (ownTypes.has(attributes.get('type') ?? '')) {
        return { start: found.index, innerStart: pattern.lastIndex, attributes }
      }
    }
  }
  return undefined
}

type Closing = { start: number; end: number; isMatching: boolean }

/**
 * Returns the position of the matching closing tag, otherwise of the first closing tag. Ignores
 * tags in quoted lines, which are part of the reasoning.
 */
function getEnd(
  whole: string,
  { from, isBalanced }: { from: number; isBalanced: boolean },
): Closing | undefined {
  let depth = 1
  let lineStart = from
  let first: number | undefined
  anyTag.lastIndex = from
  for (let found = anyTag.exec(whole); found; found = anyTag.exec(whole)) {
    const { 0: tag, index } = found
    if (tag === '\n') lineStart = index + 1
    else if (whole.startsWith('>', lineStart) || whole.startsWith('&gt;', lineStart)) continue
    else if (tag !== closing) depth += index === lineStart ? 1 : 0
    else {
      first ??= index
      depth--
      if (depth === 0) return { start: index, end: index + closing.length, isMatching: true }
      if (!isBalanced) break
    }
  }
  return first === undefined
    ? undefined
    : { start: first, end: first + closing.length, isMatching: false }
}

const attributesIn = (head: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(head.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [
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
      // Older versions of Open WebUI wrote only the tools' names, as the summary.
      const args = decodeJson(attributes.get('arguments') ?? '')
      const result = attributes.get('result') || body.trim()
      const call = {
        name: toToolName(name || getSummary(inside) || 'tool'),
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
const getSummary = (inside: string): string => /<summary>([^<]*)</.exec(inside)?.[1] ?? ''

/** Removes the quote mark of each line, which may be an HTML entity. */
const unquoted = (thought: string): string =>
  thought
    .trim()
    .split('\n')
    .map((line) => line.replace(/^(?:>|&gt;) ?/, ''))
    .join('\n')
