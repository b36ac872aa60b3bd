import { isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { AnswerFacts, ChatDelta } from '../../ports/chat-provider.ts'

/**
 * What one record of a completion holds, `chat.completion.chunk` or a whole `chat.completion`.
 * Services agree on little, so that everything is optional and read from wherever they put it.
 *
 * @returns nothing for a record that says nothing.
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
      textOf(said['reasoning_content']) || textOf(said['reasoning']) || thoughtOf(said['content'])
    if (reasoning) delta.reasoning = reasoning
    const toolCalls = said['tool_calls']
    if (Array.isArray(toolCalls) && toolCalls.length > 0) delta.toolCalls = toolCalls
    const extra = extraOf(isRecord(choice['delta']) ? choice['delta'] : choice['message'])
    if (extra) delta.extra = extra
    if (isRecord(choice['logprobs'])) delta.logprobs = choice['logprobs']
    const finishReason = choice['finish_reason']
    if (typeof finishReason === 'string' && finishReason) delta.finishReason = finishReason
  }
  const usage = [
    Reflect.get(chunk, 'usage') as unknown,
    // Groq and Moonshot.
    fieldIn(Reflect.get(chunk, 'x_groq'), 'usage'),
    fieldIn(choice, 'usage'),
  ].find(isRecord)
  if (usage) delta.usage = usage
  return Object.keys(delta).length > 0 ? delta : undefined
}

/** What a record says about the whole answer; nothing for most services. */
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
  'tool_calls',
])

const fieldIn = (value: unknown, name: string): unknown =>
  isRecord(value) ? ownValue(value, name) : undefined

/** What else a delta holds, for callers that know more than we do. */
function extraOf(said: unknown): Fields | undefined {
  if (!isRecord(said)) return undefined
  const entries = Object.entries(said).filter(
    ([name, value]) => !knownFields.has(name) && value !== null && value !== '',
  )
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** A string, or the text parts of a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter((part) => isRecord(part) && typeof part['text'] === 'string')
    .map((part) => part.text)
    .join('')
}

/** Some services think in parts `{type:'thinking', thinking:[{type:'text',text}]}` of the content. */
function thoughtOf(content: unknown): string {
  if (!Array.isArray(content)) return ''
  return content
    .filter(isRecord)
    .map((part) => textOf(part['thinking']))
    .join('')
}
