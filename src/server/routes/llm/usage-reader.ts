import { isRecord, type Fields } from '#lib/fields.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { estimateTokens } from '../../chat/completions/answer-price.ts'

/** Reads from a forwarded answer the usage, and whether the answer is complete. */
export type UsageReader = {
  add: (bytes: Uint8Array) => void
  end: () => {
    usage: Record<string, unknown> | undefined
    isWhole: boolean
    answerTokens: number
  }
}

/**
 * Maximum length of the text that is kept, in UTF-16 units. The tokens of a longer answer are
 * estimated from its bytes.
 */
const textLengthMax = 4 * 1024 * 1024

const silentReader: UsageReader = {
  add: () => {},
  end: () => ({ usage: undefined, isWhole: true, answerTokens: 0 }),
}

const lastEvents = new Set([
  'message_stop',
  'response.completed',
  'response.incomplete',
  'response.failed',
  'image_generation.completed',
  'image_edit.completed',
  'transcript.text.done',
  'speech.audio.done',
])
const wordFields = new Set([
  'text',
  'delta',
  'content',
  'reasoning',
  'reasoning_content',
  'thinking',
  'partial_json',
  'arguments',
])

/**
 * Creates a reader for OpenAI's completions and responses, Anthropic's messages, embeddings and
 * rerank, whole or streamed.
 */
export function createUsageReader(
  contentType: string,
  { flatUsd }: { flatUsd?: number } = {},
): UsageReader {
  // Pictures and audio are not read, because they contain no text.
  if (flatUsd !== undefined && !/json|event-stream/.test(contentType)) return silentReader
  const isStream = contentType.includes('text/event-stream')
  const decoder = new TextDecoder()
  let text = ''
  let lostTokens = 0
  let wordTokens = 0
  let isWhole = false
  let usage: Record<string, unknown> | undefined

  function read(json: string): void {
    if (json.trim() === '[DONE]') {
      isWhole = true
      return
    }
    const value = parse(json)
    if (!value) return
    if (lastEvents.has(String(value['type']))) isWhole = true
    for (const found of usagesIn(value)) usage = merge(usage, found)
    // The text of the last event is not counted, because the event repeats the whole answer.
    if (!isStream || !lastEvents.has(String(value['type']))) wordTokens += tokensIn(value)
  }

  function readLines(): void {
    const lines = text.split(/\r\n|\n|\r/)
    text = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data:')) read(line.slice(5))
  }

  return {
    add(bytes) {
      const piece = decoder.decode(bytes, { stream: true })
      text += piece
      // Searches only new pieces for line ends, because a long line would be searched again for
      // each piece.
      if (isStream && /[\r\n]/.test(piece)) readLines()
      if (text.length > textLengthMax) {
        lostTokens += estimateTokens(text)
        text = ''
      }
    },
    end() {
      if (isStream) {
        text += '\n'
        readLines()
      } else if (lostTokens === 0) {
        isWhole = parse(text) !== undefined
        read(text)
      }
      // Dropped text may have contained the final usage, so the answer counts as incomplete.
      return { usage, isWhole: isWhole && lostTokens === 0, answerTokens: wordTokens + lostTokens }
    },
  }
}

function parse(json: string): Fields | undefined {
  try {
    return asFields(JSON.parse(json))
  } catch {
    return undefined
  }
}

const asFields = (value: unknown): Fields | undefined => (isRecord(value) ? value : undefined)

function usagesIn(value: Fields): Fields[] {
  const meta = asFields(value['meta'])
  return [
    value['usage'],
    asFields(value['response'])?.['usage'],
    asFields(value['message'])?.['usage'],
    meta?.['tokens'],
  ].flatMap((found) => {
    const fields = asFields(found)
    return fields ? [fields] : []
  })
}

/** Merges the token counts of several events. Each count is a running total. */
function merge(before: Fields = {}, more: Fields): Fields {
  const merged = { ...before }
  for (const [name, value] of Object.entries(more)) {
    const [old, next] = [Number(ownValue(before, name) ?? 0), Number(value)]
    if (Number.isFinite(next)) setOwn(merged, name, Math.max(Number.isFinite(old) ? old : 0, next))
  }
  return merged
}

const depthMax = 8

function tokensIn(value: unknown, depth = 0): number {
  if (depth > depthMax) return 0
  if (Array.isArray(value)) {
    let sum = 0
    for (const entry of value) sum += tokensIn(entry, depth + 1)
    return sum
  }
  let sum = 0
  for (const [name, field] of Object.entries(asFields(value) ?? {})) {
    if (typeof field === 'string') sum += wordFields.has(name) ? estimateTokens(field) : 0
    else sum += tokensIn(field, depth + 1)
  }
  return sum
}
