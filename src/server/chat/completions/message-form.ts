import { isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { createWholeCompletion, type ChunkWriter } from './completion.ts'
import { usageDetails } from './usage-details.ts'
import { toUsage } from './usage.ts'

export type MessageHead = {
  id: string
  model: string
}

/** Maps OpenAI's finish reasons to Anthropic's. Other reasons are passed on unchanged. */
const stopReasons: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal',
}

type Call = { id: string; name: string; waiting: string; isSent: boolean }

/**
 * Creates a writer of Anthropic's Messages events. Anthropic's blocks are sequential, so only the
 * first of several concurrent calls is streamed. The other calls follow whole.
 * @param promptTokens an estimate for the first event. The last event contains the real usage.
 */
export function createMessageWriter(head: MessageHead, promptTokens: number): ChunkWriter {
  const calls = new Map<number, Call>()
  let usage: ChatDelta['usage']
  let finishReason: string | undefined
  let block: 'none' | 'thinking' | 'text' | 'call' = 'none'
  let index = -1

  const close = (): string => {
    if (block === 'none') return ''
    block = 'none'
    return frame('content_block_stop', { index })
  }
  const open = (kind: typeof block, content: Fields): string => {
    const closed = close()
    block = kind
    index++
    return closed + frame('content_block_start', { index, content_block: content })
  }
  const grow = (delta: Fields) => frame('content_block_delta', { index, delta })
  const begin = ({ id, name }: Call) => open('call', { type: 'tool_use', id, name, input: {} })

  const addPart = (part: unknown, position: number): string => {
    if (!isRecord(part)) return ''
    const { index: given, id, function: called } = part
    const at = typeof given === 'number' ? given : position
    const call = calls.get(at) ?? { id: '', name: '', waiting: '', isSent: false }
    calls.set(at, call)
    const { name, arguments: piece } = isRecord(called) ? called : {}
    if (typeof id === 'string' && id !== '') call.id = id
    if (typeof name === 'string' && name !== '') call.name = name
    call.waiting += typeof piece === 'string' ? piece : isRecord(piece) ? JSON.stringify(piece) : ''
    const isFirst = calls.keys().next().value === at
    return isFirst && call.name !== '' ? sendCall(call) : ''
  }
  const sendCall = (call: Call): string => {
    let frames = ''
    if (!call.isSent) {
      frames += begin(call)
      call.isSent = true
    }
    if (call.waiting) frames += grow({ type: 'input_json_delta', partial_json: call.waiting })
    call.waiting = ''
    return frames
  }

  return {
    begin: () => messageStart(head, promptTokens),
    add(delta) {
      usage = delta.usage ?? usage
      finishReason = delta.finishReason ?? finishReason
      let frames = ''
      // A closed block cannot be reopened, so reasoning is dropped while a tool call is open.
      if (delta.reasoning && block !== 'call') {
        if (block !== 'thinking') frames += open('thinking', emptyThought)
        frames += grow({ type: 'thinking_delta', thinking: delta.reasoning })
      }
      if (delta.text) {
        if (block !== 'text') frames += open('text', { type: 'text', text: '' })
        frames += grow({ type: 'text_delta', text: delta.text })
      }
      for (const [at, part] of (delta.toolCalls ?? []).entries()) frames += addPart(part, at)
      return frames
    },
    end() {
      let frames = ''
      for (const call of calls.values())
        if (!call.isSent && call.name !== '') frames += sendCall(call)
      frames += close()
      const delta = {
        stop_reason: getStopReason(finishReason, calls.size > 0),
        stop_sequence: null,
      }
      frames += frame('message_delta', { delta, usage: messageUsage(usage) })
      return frames + frame('message_stop', {})
    },
  }
}

const messageStart = (head: MessageHead, promptTokens: number): string =>
  frame('message_start', {
    message: {
      ...head,
      type: 'message',
      role: 'assistant',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: promptTokens, output_tokens: 0 },
    },
  })

const emptyThought = { type: 'thinking', thinking: '', signature: '' }

const frame = (type: string, fields: Fields): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

/** Creates a collector that returns an Anthropic `message`. */
export function createWholeMessage(head: MessageHead): ReturnType<typeof createWholeCompletion> {
  const whole = createWholeCompletion({ id: head.id, created: 0, model: head.model })
  let usage: ChatDelta['usage']
  return {
    add(delta) {
      usage = delta.usage ?? usage
      whole.add(delta)
    },
    end() {
      const { choices } = whole.end() as { choices: [{ message: Fields; finish_reason: string }] }
      const [{ message, finish_reason: reason }] = choices
      const { content: text, reasoning_content: thinking, tool_calls: calls } = message
      const content: Fields[] = []
      if (typeof thinking === 'string') content.push({ ...emptyThought, thinking })
      if (typeof text === 'string' && text !== '') content.push({ type: 'text', text })
      if (Array.isArray(calls)) content.push(...calls.filter(isRecord).map(getToolUse))
      return {
        ...head,
        type: 'message',
        role: 'assistant',
        content,
        stop_reason: getStopReason(reason, Array.isArray(calls)),
        stop_sequence: null,
        usage: messageUsage(usage),
      }
    },
  }
}

function getToolUse(call: Fields): Fields {
  const called = isRecord(call['function']) ? call['function'] : {}
  return {
    type: 'tool_use',
    id: call['id'],
    name: called['name'],
    input: getInput(called['arguments']),
  }
}

/** Parses the arguments of a tool call. A value that is not a JSON object is wrapped in a field. */
function getInput(given: unknown): Fields {
  if (typeof given !== 'string' || given.trim() === '') return {}
  try {
    const input: unknown = JSON.parse(given)
    return isRecord(input) ? input : { value: input }
  } catch {
    return { text: given }
  }
}

/**
 * Corrects the finish reason of services that send `stop` although the answer contains a tool call.
 */
const getStopReason = (reason: string | undefined, hasCalls: boolean): string =>
  hasCalls && (reason === undefined || reason === 'stop')
    ? 'tool_use'
    : (ownValue(stopReasons, reason ?? 'stop') ?? reason ?? 'end_turn')

/** Anthropic's prompt count excludes tokens that were read from or written to the cache. */
function messageUsage(told: ChatDelta['usage']): Fields {
  const { promptTokens, completionTokens } = (told && toUsage(told)) ?? {
    promptTokens: 0,
    completionTokens: 0,
  }
  const { cachedTokens = 0, cacheWriteTokens = 0 } = told ? usageDetails(told) : {}
  return {
    input_tokens: Math.max(0, promptTokens - cachedTokens - cacheWriteTokens),
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    output_tokens: completionTokens,
  }
}
