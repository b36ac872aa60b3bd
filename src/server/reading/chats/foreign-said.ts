import type { Source } from '#contract/chat/chat.ts'
import type { ForeignFile } from './foreign-conversation.ts'

export type ForeignCall = {
  name: string
  title?: string | undefined
  arguments: string
  result?: string | undefined
  isFailed?: boolean | undefined
  id?: string | undefined
  /** Position of the call in the text, in UTF-16 units. */
  at: number
}

type ForeignResult = { id?: string; name?: string; text: string; isFailed?: boolean }

/** A part of a message: a block, a step, or the message of a tool. */
export type ForeignPiece = {
  text?: string | undefined
  reasoning?: string | undefined
  calls?: ForeignCall[] | undefined
  result?: ForeignResult | undefined
  files?: ForeignFile[] | undefined
  sources?: Source[] | undefined
  modelName?: string | undefined
  finishReason?: string | undefined
  failure?: string | undefined
  gaps?: string[] | undefined
}

export type ForeignSaid = ForeignPiece & { role: 'user' | 'assistant' }

/** Maximum numbers of sources and of tool calls per message. */
const [sourcesMax, callsMax] = [200, 1_000]
const textBetween = '\n\n'

/** Joins the pieces of a message in order, and tool results with their calls. */
export function joinMessagePieces(pieces: readonly ForeignPiece[]): ForeignPiece {
  const [texts, thoughts, calls]: [string[], string[], ForeignCall[]] = [[], [], []]
  const files = new Map<string, ForeignFile>()
  const sources: Source[] = []
  const gaps: string[] = []
  const last: ForeignPiece = {}
  let length = 0
  for (const piece of pieces) {
    const start = piece.text && length > 0 ? length + textBetween.length : length
    for (const call of piece.calls ?? []) {
      if (calls.length < callsMax) calls.push({ ...call, at: start + call.at })
      else gaps.push(`More than ${callsMax} tool calls in one answer.`)
    }
    if (piece.result) addResult(calls, piece.result, length)
    if (piece.text) {
      texts.push(piece.text)
      length = start + piece.text.length
    }
    if (piece.reasoning) thoughts.push(piece.reasoning)
    const call = calls.length > 0 ? calls.length - 1 : undefined
    for (const file of piece.files ?? []) {
      const isMade = call !== undefined && piece.result !== undefined
      const key = file.key ?? file.ids[0] ?? `${files.size}`
      files.set(key, { ...file, ...(isMade && { call }) })
    }
    sources.push(...(piece.sources ?? []))
    gaps.push(...(piece.gaps ?? []))
    last.modelName = piece.modelName ?? last.modelName
    last.finishReason = piece.finishReason ?? last.finishReason
    last.failure = piece.failure ?? last.failure
  }
  const known = distinctSources(sources)
  if (known.length > sourcesMax) gaps.push(`${known.length - sourcesMax} of its sources.`)
  return {
    text: texts.join(textBetween),
    reasoning: thoughts.join(textBetween),
    calls,
    files: [...files.values()],
    sources: known.slice(0, sourcesMax),
    gaps: [...new Set(gaps)],
    ...last,
  }
}

function addResult(calls: ForeignCall[], result: ForeignResult, at: number): void {
  const { id, name = 'tool', text, isFailed } = result
  const called = id === undefined ? calls.at(-1) : calls.find((call) => call.id === id)
  if (!called) {
    if (text === '') return
    calls.push({ name: toToolName(name), arguments: '{}', result: text, isFailed, at })
    return
  }
  called.result = [called.result, text].filter(Boolean).join(textBetween)
  called.isFailed = isFailed ?? called.isFailed
}

function distinctSources(sources: readonly Source[]): Source[] {
  const known = new Map<string, Source>()
  for (const source of sources) {
    const key = `${source.url ?? source.title}\n${source.quote}`
    if (!known.has(key)) known.set(key, source)
  }
  return [...known.values()]
}

export const isEmptySaid = ({
  text,
  reasoning,
  calls = [],
  files = [],
  failure,
}: ForeignPiece): boolean =>
  !text && !reasoning && !failure && calls.length === 0 && files.length === 0

/** Converts a tool's name to a name that chat services accept in a history. */
export const toToolName = (name: string): string =>
  name.replaceAll(/[^\w-]+/g, '_').slice(0, 64) || 'tool'

/** Returns arguments as a JSON object, as chat services require. */
export function toArguments(given: unknown, field = 'input'): string {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return JSON.stringify(given)
  }
  if (typeof given !== 'string')
    return given === undefined ? '{}' : JSON.stringify({ [field]: given })
  try {
    const value: unknown = JSON.parse(given)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return given
  } catch {}
  return given === '' ? '{}' : JSON.stringify({ [field]: given })
}

export const toResultText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value)

/** Maximum length of a source's passage, in UTF-16 units. */
const quoteLengthMax = 10_000

/**
 * Returns a source, or an empty list if there is nothing to show. Only web addresses become links.
 */
export function toSource(title: string, url: string, quote: string): Source[] {
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url)
  const name = title || (isWeb ? new URL(url).hostname : url) || (quote && 'Source')
  if (!name) return []
  const passage = quote.length > quoteLengthMax ? `${quote.slice(0, quoteLengthMax)} …` : quote
  return [{ title: name.slice(0, 500), ...(isWeb && { url }), quote: passage }]
}
