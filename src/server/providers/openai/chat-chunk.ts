import { toAnswerEnd } from '#lib/answer-end.ts'
import { asList, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { citationFields, type AnswerFacts, type ChatDelta } from '../../ports/chat-provider.ts'
import { toChoice } from './native-record.ts'
import {
  getThoughts,
  readAnswerContent,
  reasoningFields,
  toText,
  type SaidContent,
} from './said-content.ts'

/**
 * Returns the choice of a record that belongs to the answer. Some services send several choices
 * although one is requested.
 * @param index of the answer's first choice. Default: the choice with the lowest index.
 */
export function findChoice(chunk: Fields, index?: number): Fields | undefined {
  const choices: unknown = Reflect.get(chunk, 'choices')
  if (choices === undefined) return toChoice(chunk)
  const list = (isRecord(choices) ? [choices] : asList(choices)).filter(isRecord)
  if (index !== undefined) return list.find((one) => getIndex(one) === index)
  return list.toSorted((a, b) => getIndex(a) - getIndex(b))[0]
}

export const getIndex = ({ index }: Fields): number => (typeof index === 'number' ? index : 0)

/**
 * Converts a `chat.completion.chunk` or a whole `chat.completion`. Each value is read from several
 * fields, because services use different fields.
 * @returns `undefined` for a record without content.
 */
export function toDelta(chunk: Fields, choice: Fields | undefined): ChatDelta | undefined {
  const delta: ChatDelta = {}
  let extra: Fields | undefined
  if (choice) {
    const said = [choice['delta'], choice['message'], choice].find(isRecord) ?? {}
    const content = readAnswerContent(said['content'])
    const text =
      content.text ||
      toText(said['text']) ||
      toText(said['output_text']) ||
      toText(fieldIn(said['audio'], 'transcript'))
    const isThought = isGoogleThought(said)
    if (text && !isThought) delta.text = text
    const reasoning =
      reasoningIn(said) ||
      content.reasoning ||
      reasoningIn(choice) ||
      (isThought ? text.replace(/^<thought>/, '') : '')
    if (reasoning) delta.reasoning = reasoning
    const calls = said['tool_calls'] ?? said['toolCalls'] ?? choice['tool_calls']
    const toolCalls = isRecord(calls) ? [calls] : [...asList(calls)]
    if (toolCalls.length > 0) delta.toolCalls = toolCalls
    extra = joinExtra(
      getExtra(isRecord(choice['delta']) ? choice['delta'] : choice['message']),
      content,
    )
    if (isRecord(choice['logprobs'])) delta.logprobs = choice['logprobs']
    const finishReason = finishReasonIn(choice, said)
    if (finishReason) delta.finishReason = finishReason
  }
  const citations = citationsIn(chunk)
  if (extra || citations) delta.extra = { ...citations, ...extra }
  const usage = [chunk['usage'], fieldIn(chunk['x_groq'], 'usage'), fieldIn(choice, 'usage')].find(
    isRecord,
  )
  if (usage) delta.usage = usage
  return Object.keys(delta).length > 0 ? delta : undefined
}

/** Converts a record of OpenAI's format that a gateway sends at the address of another API. */
export const toForeignDelta = (record: Fields): ChatDelta | undefined =>
  Array.isArray(record['choices']) ? toDelta(record, findChoice(record)) : undefined

export function factsIn(chunk: Fields): AnswerFacts | undefined {
  const { system_fingerprint: print, service_tier: tier } = chunk
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
  'output_text',
  'tool_calls',
  'toolCalls',
  'finish_reason',
  ...reasoningFields,
])

/** Returns the cited pages that some services list beside the choices. */
function citationsIn(chunk: Fields): Fields | undefined {
  const found: Fields = {}
  for (const name of citationFields) {
    const value = ownValue(chunk, name)
    if (isRecord(value) || Array.isArray(value)) setOwn(found, name, value)
  }
  return Object.keys(found).length > 0 ? found : undefined
}

function joinExtra(extra: Fields | undefined, { images, annotations }: SaidContent) {
  if (images.length === 0 && annotations.length === 0) return extra
  return {
    ...extra,
    ...(images.length > 0 && { images: [...asList(extra?.['images']), ...images] }),
    ...(annotations.length > 0 && {
      annotations: [...asList(extra?.['annotations']), ...annotations],
    }),
  }
}

const isGoogleThought = ({ extra_content: extra }: Fields): boolean =>
  fieldIn(fieldIn(extra, 'google'), 'thought') === true

function reasoningIn(said: Fields): string {
  for (const name of reasoningFields) {
    const text = toText(ownValue(said, name))
    if (text) return text
  }
  return toText(said['reasoning_details']) || getThoughts(said['thinking_blocks'])
}

/** Returns the first finish reason that is not empty. Some services send a number or an object. */
function finishReasonIn(choice: Fields, said: Fields): string | undefined {
  const reasons = [
    choice['finish_reason'],
    choice['finishReason'],
    said['finish_reason'],
    choice['stop_reason'],
  ]
  const reason = reasons.map(toReason).find((one) => one !== '')
  if (reason !== 'stop') return reason
  // OpenRouter reports some truncated answers as complete. The upstream service's own reason is in
  // `native_finish_reason`.
  switch (toAnswerEnd(toReason(choice['native_finish_reason']) || reason)) {
    case 'length':
      return 'length'
    case 'filter':
      return 'content_filter'
    case 'error':
      return toReason(choice['native_finish_reason'])
    case 'usual':
    case 'unknown':
      return reason
  }
}

function toReason(reason: unknown): string {
  if (typeof reason === 'string') return reason
  if (typeof reason === 'number') return reason === 0 ? '' : String(reason)
  if (Array.isArray(reason)) return toReason(reason[0])
  return isRecord(reason) ? toReason(reason['type'] ?? reason['reason']) : ''
}

const fieldIn = (value: unknown, name: string): unknown =>
  isRecord(value) ? ownValue(value, name) : undefined

/** Returns the other fields of a delta, which are passed on unchanged. */
function getExtra(said: unknown): Fields | undefined {
  if (!isRecord(said)) return undefined
  const entries = Object.entries(said).filter(
    ([name, value]) => !knownFields.has(name) && value !== null && value !== '',
  )
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
