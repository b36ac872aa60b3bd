import { HttpError } from '../errors.ts'
import type { ChatDelta } from '../providers/chat-provider.ts'
import { mergeDelta } from './merge-delta.ts'

/** What a completion says about itself in each of its parts. */
export type CompletionHead = {
  id: string
  /** Unix seconds. */
  created: number
  /** As the caller named it. */
  model: string
}

/** Largest answer that is collected before it is sent, in UTF-16 units of JSON. */
const lengthMax = 16 * 1024 * 1024

/**
 * An answer as OpenAI's `chat.completion.chunk` objects: the role first, words as they come, the
 * reason to finish last. Reasoning goes out as `reasoning_content`.
 *
 * @param withUsage sends the usage in a chunk of its own without choices, which not every client can
 *   read; otherwise it is part of the last chunk.
 */
export async function* completionChunks(
  head: CompletionHead,
  deltas: AsyncIterable<ChatDelta>,
  withUsage: boolean,
): AsyncGenerator<object> {
  const about = { ...head, object: 'chat.completion.chunk' }
  const noUsage = withUsage ? { usage: null } : {}
  const chunk = (delta: object, finishReason: string | null = null, logprobs?: object) => ({
    ...about,
    choices: [{ index: 0, delta, ...(logprobs && { logprobs }), finish_reason: finishReason }],
    ...noUsage,
  })
  let usage: ChatDelta['usage']
  let finishReason: string | undefined
  let hasTools = false

  yield chunk({ role: 'assistant', content: '' })
  for await (const delta of deltas) {
    usage = delta.usage ?? usage
    finishReason = delta.finishReason ?? finishReason
    if (delta.reasoning) yield chunk({ reasoning_content: delta.reasoning })
    if (delta.text || delta.logprobs) {
      yield chunk(delta.text ? { content: delta.text } : {}, null, delta.logprobs)
    }
    if (delta.extra) yield chunk(delta.extra)
    if (delta.toolCalls) {
      hasTools = true
      yield chunk({ tool_calls: delta.toolCalls.map(withIndex) })
    }
  }
  const last = chunk({}, finishReason ?? (hasTools ? 'tool_calls' : 'stop'))
  if (withUsage) {
    yield last
    yield { ...about, choices: [], usage: usage ?? null }
  } else {
    yield usage ? { ...last, usage } : last
  }
}

/**
 * A whole answer as OpenAI's `chat.completion` object.
 *
 * @throws {HttpError} `provider_failed` when it grows without end.
 */
export async function wholeCompletion(
  head: CompletionHead,
  deltas: AsyncIterable<ChatDelta>,
): Promise<object> {
  const text: string[] = []
  const reasoning: string[] = []
  const toolCalls = new Map<number, ToolCall>()
  const extra: Fields = {}
  const logprobs: Fields = {}
  let length = 0
  let usage: ChatDelta['usage']
  let finishReason: string | undefined
  for await (const delta of deltas) {
    if (delta.text) text.push(delta.text)
    if (delta.reasoning) reasoning.push(delta.reasoning)
    for (const part of delta.toolCalls ?? []) addToolCall(toolCalls, part)
    if (delta.extra) mergeDelta(extra, delta.extra)
    if (delta.logprobs) mergeDelta(logprobs, delta.logprobs)
    usage = delta.usage ?? usage
    finishReason = delta.finishReason ?? finishReason
    length += lengthOf(delta)
    if (length > lengthMax) {
      throw new HttpError('provider_failed', 'The answer grew beyond 16 MB and was stopped.')
    }
  }
  const hasTools = toolCalls.size > 0
  const hasOtherThanText = hasTools || Object.keys(extra).length > 0
  const message = {
    ...extra,
    role: 'assistant',
    content: hasOtherThanText && text.length === 0 ? null : text.join(''),
    ...(reasoning.length > 0 && { reasoning_content: reasoning.join('') }),
    ...(hasTools && { tool_calls: [...toolCalls.values()] }),
  }
  return {
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message,
        ...(Object.keys(logprobs).length > 0 && { logprobs }),
        finish_reason: finishReason ?? (hasTools ? 'tool_calls' : 'stop'),
      },
    ],
    ...(usage && { usage }),
  }
}

type Fields = Record<string, unknown>
type ToolCall = Fields & { function: Fields & { arguments: string } }

/** Services that answer in one piece leave the index out, and readers of streams need it. */
const withIndex = (part: unknown, index: number): unknown =>
  isObject(part) && typeof part['index'] !== 'number' ? { index, ...part } : part

/** Parts of a call have its `index`; only the arguments come in pieces. */
function addToolCall(calls: Map<number, ToolCall>, part: unknown): void {
  if (!isObject(part)) return
  const { function: called, index: given, ...rest } = part
  const { arguments: piece, ...named } = isObject(called) ? called : {}
  const index = typeof given === 'number' ? given : calls.size
  const call = calls.get(index) ?? { type: 'function', function: { arguments: '' } }
  calls.set(index, call)
  Object.assign(call, rest)
  Object.assign(call.function, named)
  if (typeof piece === 'string') call.function.arguments += piece
}

function lengthOf({ text, reasoning, toolCalls, extra, logprobs }: ChatDelta): number {
  const words = (text?.length ?? 0) + (reasoning?.length ?? 0)
  const hasMore = toolCalls ?? extra ?? logprobs
  return hasMore ? words + JSON.stringify([toolCalls, extra, logprobs]).length : words
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
