import { isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { AnswerFacts, ChatDelta } from '../../ports/chat-provider.ts'

/**
 * Converts a record of a completion, `chat.completion.chunk` or a whole `chat.completion`. Services
 * differ, so every field is optional and read from all known places.
 * @returns `undefined` for a record without content.
 */
export function toDelta(chunk: object): ChatDelta | undefined {
  const delta: ChatDelta = {}
  const choices: unknown = Reflect.get(chunk, 'choices')
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  if (isRecord(choice)) {
    const said = [choice['delta'], choice['message'], choice].find(isRecord) ?? {}
    const text = textOf(said['content']) || textOf(said['text'])
    if (text) delta.text = text
    const reasoning =
      textOf(said['reasoning_content']) ||
      textOf(said['reasoning']) ||
      textOf(said['reasoning_text']) ||
      thoughtOf(said['content']) ||
      detailsOf(said['reasoning_details'])
    if (reasoning) delta.reasoning = reasoning
    const toolCalls = said['tool_calls']
    if (Array.isArray(toolCalls) && toolCalls.length > 0) delta.toolCalls = toolCalls
    const extra = extraOf(isRecord(choice['delta']) ? choice['delta'] : choice['message'])
    const citations = citationsIn(chunk)
    if (extra || citations) delta.extra = { ...citations, ...extra }
    if (isRecord(choice['logprobs'])) delta.logprobs = choice['logprobs']
    const finishReason = choice['finish_reason']
    if (typeof finishReason === 'string' && finishReason) delta.finishReason = finishReason
  }
  const usage = [
    Reflect.get(chunk, 'usage') as unknown,
    // Groq sends the usage in `x_groq`, Moonshot in the choice.
    fieldIn(Reflect.get(chunk, 'x_groq'), 'usage'),
    fieldIn(choice, 'usage'),
  ].find(isRecord)
  if (usage) delta.usage = usage
  return Object.keys(delta).length > 0 ? delta : undefined
}

/** Returns facts about the whole answer. Most services send none. */
export function factsIn(chunk: object): AnswerFacts | undefined {
  const { system_fingerprint: print, service_tier: tier } = chunk as Record<string, unknown>
  const facts: AnswerFacts = {
    ...(typeof print === 'string' && { system_fingerprint: print }),
    ...(typeof tier === 'string' && { service_tier: tier }),
  }
  return Object.keys(facts).length > 0 ? facts : undefined
}

const knownFields = new Set([
  'role',
  'content',
  'text',
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'tool_calls',
])

/** Returns Perplexity's lists of cited pages. The answer refers to the pages by number. */
function citationsIn(chunk: object): Fields | undefined {
  const { citations, search_results: results } = chunk as Record<string, unknown>
  const found = {
    ...(Array.isArray(citations) && { citations: citations as unknown[] }),
    ...(Array.isArray(results) && { search_results: results as unknown[] }),
  }
  return Object.keys(found).length > 0 ? found : undefined
}

const fieldIn = (value: unknown, name: string): unknown =>
  isRecord(value) ? ownValue(value, name) : undefined

/** Returns the other fields of a delta unchanged, for callers that understand them. */
function extraOf(said: unknown): Fields | undefined {
  if (!isRecord(said)) return undefined
  const entries = Object.entries(said).filter(
    ([name, value]) => !knownFields.has(name) && value !== null && value !== '',
  )
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter((part) => isRecord(part) && typeof part['text'] === 'string')
    .map((part) => part.text)
    .join('')
}

/**
 * Some services send reasoning as content parts: `{type:'thinking',
 * thinking:[{type:'text',text}]}`.
 */
function thoughtOf(content: unknown): string {
  if (!Array.isArray(content)) return ''
  return content
    .filter(isRecord)
    .map((part) => textOf(part['thinking']))
    .join('')
}

const detailsOf = (details: unknown): string =>
  Array.isArray(details)
    ? details
        .filter(isRecord)
        .map((part) => textOf(part['text']) || textOf(part['summary']))
        .join('')
    : ''
