import { isRecord, type Fields } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { mergeDelta } from './merge-delta.ts'

export type CompletionHead = {
  id: string
  /** Unix time in seconds. */
  created: number
  model: string
}

/** Maximum length of an answer that is not streamed, in UTF-16 units of its JSON. */
const lengthMax = 16 * 1024 * 1024

export type ChunkWriter = {
  begin: () => string
  add: (delta: ChatDelta) => string
  end: () => string
  /**
   * Returns the events for an error after `begin`. If absent, the caller sends an event named
   * `error`.
   */
  fail?: (error: HttpError) => string
}

const writeChunkStart = (about: object): string =>
  `data: ${JSON.stringify(about).slice(0, -1)},"choices":[{"index":0,"delta":`

/**
 * Creates a writer of OpenAI's `chat.completion.chunk` events. Reasoning is sent as
 * `reasoning_content`.
 * @param withUsage sends the usage in a separate chunk without choices, which some clients cannot
 * read. Otherwise the last chunk contains the usage.
 */
export function createChunkWriter(head: CompletionHead, withUsage: boolean): ChunkWriter {
  const { id, created, model } = head
  let about: object = { id, created, model, object: 'chat.completion.chunk' }
  let before = writeChunkStart(about)
  const after = withUsage ? '}],"usage":null}\n\n' : '}]}\n\n'
  const frame = (delta: string, rest = ',"finish_reason":null') => before + delta + rest + after
  const getFrame = (delta: object) => frame(JSON.stringify(delta))
  const afterWords = `},"finish_reason":null${after}`
  const words = (field: string, text: string) =>
    `${before}{"${field}":${JSON.stringify(text)}${afterWords}`
  let usage: ChatDelta['usage']
  let finishReason: string | undefined
  let hasTools = false

  return {
    begin: () => getFrame({ role: 'assistant', content: '' }),
    add(delta) {
      usage = delta.usage ?? usage
      finishReason = delta.finishReason ?? finishReason
      if (delta.about) {
        about = { ...about, ...delta.about }
        before = writeChunkStart(about)
      }
      let frames = ''
      if (delta.reasoning) frames += words('reasoning_content', delta.reasoning)
      if (delta.logprobs) {
        const said = delta.text ? { content: delta.text } : {}
        const rest = `,"logprobs":${JSON.stringify(delta.logprobs)},"finish_reason":null`
        frames += frame(JSON.stringify(said), rest)
      } else if (delta.text) frames += words('content', delta.text)
      if (delta.extra) frames += getFrame(delta.extra)
      if (delta.toolCalls) {
        hasTools = true
        frames += getFrame({ tool_calls: delta.toolCalls.map(withIndex) })
      }
      return frames
    },
    end() {
      const choice = {
        index: 0,
        delta: {},
        finish_reason: finishReason ?? (hasTools ? 'tool_calls' : 'stop'),
      }
      const last = { ...about, choices: [choice] }
      const chunks = withUsage
        ? [
            { ...last, usage: null },
            { ...about, choices: [], usage: usage ?? null },
          ]
        : [usage ? { ...last, usage } : last]
      const frames = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
      return frames.join('')
    },
  }
}

export type WholeCompletion = {
  add: (delta: ChatDelta) => void
  end: () => object
}

/** Creates a collector of an answer for clients that do not stream. */
export function createWholeCompletion(head: CompletionHead): WholeCompletion {
  const text: string[] = []
  const reasoning: string[] = []
  const toolCalls = new Map<number, ToolCall>()
  const extra: Fields = {}
  const logprobs: Fields = {}
  let length = 0
  let usage: ChatDelta['usage']
  let finishReason: string | undefined
  let about: ChatDelta['about']

  return {
    add(delta) {
      about = delta.about ?? about
      if (delta.text) text.push(delta.text)
      if (delta.reasoning) reasoning.push(delta.reasoning)
      for (const part of delta.toolCalls ?? []) addToolCall(toolCalls, part)
      if (delta.extra) mergeDelta(extra, delta.extra)
      if (delta.logprobs) mergeDelta(logprobs, delta.logprobs)
      usage = delta.usage ?? usage
      finishReason = delta.finishReason ?? finishReason
      length += getLength(delta)
      if (length > lengthMax) {
        throw new HttpError('provider_failed', 'The answer grew beyond 16 MB and was stopped.')
      }
    },
    end() {
      const hasTools = toolCalls.size > 0
      const hasOtherThanText = hasTools || Object.keys(extra).length > 0
      const message = {
        role: 'assistant',
        content: hasOtherThanText && text.length === 0 ? null : text.join(''),
        ...extra,
        ...(reasoning.length > 0 && { reasoning_content: reasoning.join('') }),
        ...(hasTools && { tool_calls: [...toolCalls.values()] }),
      }
      const { id, created, model } = head
      return {
        id,
        created,
        model,
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
        ...about,
      }
    },
  }
}

type ToolCall = Fields & { function: Fields & { arguments: string } }

/**
 * Adds the index that stream readers need. Tool calls in answers that are not streamed have none.
 */
const withIndex = (part: unknown, index: number): unknown =>
  isRecord(part) && typeof part['index'] !== 'number' ? { index, ...part } : part

/**
 * Merges a part of a tool call into the call with the same `index`. Arguments are appended, and
 * other fields are replaced.
 */
function addToolCall(calls: Map<number, ToolCall>, part: unknown): void {
  if (!isRecord(part)) return
  const { function: called, index: given, ...rest } = part
  const { arguments: piece, ...named } = isRecord(called) ? called : {}
  const index = typeof given === 'number' ? given : calls.size
  const call = calls.get(index) ?? { type: 'function', function: { arguments: '' } }
  calls.set(index, call)
  Object.assign(call, rest)
  Object.assign(call.function, named)
  if (typeof piece === 'string') call.function.arguments += piece
}

function getLength({ text, reasoning, toolCalls, extra, logprobs }: ChatDelta): number {
  const words = (text?.length ?? 0) + (reasoning?.length ?? 0)
  const hasMore = toolCalls ?? extra ?? logprobs
  return hasMore ? words + JSON.stringify([toolCalls, extra, logprobs]).length : words
}
