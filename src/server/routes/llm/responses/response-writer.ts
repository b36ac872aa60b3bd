import { asList, type Fields } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ChunkWriter } from '../../../chat/completions/completion.ts'
import { createKeeper } from '../../../chat/runs/steps/kept-step.ts'
import type { HttpError } from '../../../errors/http-error.ts'
import type { ChatDelta } from '../../../ports/chat-provider.ts'
import type { OutputItem } from '../../../providers/openai/responses/wire.ts'
import { toLlmError } from '../errors.ts'
import { createCallEvents, type CallEvents } from './call-events.ts'
import { packCarryOver } from './carry-over.ts'
import { openMessage, type OpenMessage } from './message-events.ts'
import { createResponseEvents, type ResponseEvents } from './response-events.ts'
import { createResponseJson, toResponsesUsage, type ResponseHead } from './response-object.ts'
import type { ToolNames } from './response-tools.ts'
import { openThought, type OpenThought } from './thought-events.ts'

export type ResponseWriterOptions = {
  head: ResponseHead
  names: ToolNames
  provider: string
  handsBack: readonly string[]
  onEnd: (output: readonly Fields[], json: string) => void
}

export type ResponseWriter = ChunkWriter & {
  fail: (error: HttpError) => string
  /** Returns the response as JSON. The result is valid only after `end`. */
  whole: () => string
}

/** Writes an answer as server-sent events of OpenAI's Responses API. */
export function createResponseWriter(options: ResponseWriterOptions): ResponseWriter {
  const { head, names, handsBack, onEnd } = options
  const toJson = createResponseJson(head)
  const keeper = createKeeper(handsBack)
  const events = createResponseEvents()
  const items = createItems(events)
  const calls = createCallEvents(events, names)
  let usage: ChatDelta['usage']
  let finishReason: string | undefined
  let ended = ''

  return {
    begin() {
      const response = `"response":${toJson({ status: 'in_progress', output: [] })}`
      return (
        events.frame('response.created', response, 0) +
        events.frame('response.in_progress', response, 1)
      )
    },
    add(delta) {
      usage = delta.usage ?? usage
      finishReason = delta.finishReason ?? finishReason
      keeper.add(delta)
      let frames = items.add(delta)
      for (const [place, part] of (delta.toolCalls ?? []).entries()) {
        frames += items.close(false) + calls.add(part, place)
      }
      return frames
    },
    end() {
      const incompleteReason = ownValue(incompleteReasons, finishReason ?? '')
      const isCutShort = incompleteReason !== undefined
      const frames =
        items.close(isCutShort) + calls.close() + writeCarryOver(events, calls, { options, keeper })
      const status = isCutShort ? 'incomplete' : 'completed'
      ended = toJson({
        status,
        output: events.output,
        ...(isCutShort && { incompleteReason }),
        usage: toResponsesUsage(usage),
      })
      onEnd(events.output, ended)
      return frames + events.frame(`response.${status}`, `"response":${ended}`)
    },
    whole: () => ended,
    fail(thrown) {
      const { code, message, param, type } = toFailure(thrown)
      const error = { type, code, message, param }
      const json = toJson({
        status: 'failed',
        output: events.output.filter(isFinished),
        error: { code, message },
        usage: toResponsesUsage(usage),
      })
      // Two events report the error: OpenAI's SDKs throw the error of the first event, and Codex
      // reads the failed response in the second.
      return (
        events.event('error', { code, message, param, error }) +
        events.frame('response.failed', `"response":${json}`)
      )
    },
  }
}

/**
 * Writes the items of an answer one after another. A thought or message ends when the next item
 * begins.
 */
function createItems(events: ResponseEvents) {
  let thought: OpenThought | undefined
  let message: OpenMessage | undefined
  const close = (isCutShort: boolean): string => {
    const frames = (thought ?? message)?.close(isCutShort) ?? ''
    thought = undefined
    message = undefined
    return frames
  }
  const inThought = (add: (open: OpenThought) => string): string => {
    if (thought) return add(thought)
    const closed = close(false)
    const opened = openThought(events)
    thought = opened.thought
    return closed + opened.frames + add(opened.thought)
  }
  const inMessage = (add: (open: OpenMessage) => string): string => {
    if (message) return add(message)
    const closed = close(false)
    const opened = openMessage(events)
    message = opened.message
    return closed + opened.frames + add(opened.message)
  }
  return {
    close,
    add({ reasoning, text, logprobs, extra }: ChatDelta): string {
      let frames = ''
      if (reasoning) frames += inThought((open) => open.add(reasoning))
      const probs = logprobs ? asList(logprobs['content']) : noProbs
      if (text || probs.length > 0) frames += inMessage((open) => open.addText(text ?? '', probs))
      if (!extra) return frames
      const { refusal, annotations } = extra
      if (typeof refusal === 'string') frames += inMessage((open) => open.addRefusal(refusal))
      if (Array.isArray(annotations)) {
        frames += inMessage((open) => open.addAnnotations(annotations))
      }
      return frames
    },
  }
}

type Kept = { options: ResponseWriterOptions; keeper: ReturnType<typeof createKeeper> }

/**
 * Writes the fields that the service requires in the next request, as the last item, because some
 * fields arrive with the tool calls.
 */
function writeCarryOver(
  events: ResponseEvents,
  calls: CallEvents,
  { options, keeper }: Kept,
): string {
  const asked = calls.all()
  const kept = keeper.end(asked)
  if (!kept) return ''
  const ofCalls = asked.flatMap(({ upstreamId }, place) => {
    const extra = kept.calls[place]
    return extra ? [[upstreamId, extra] as const] : []
  })
  const packed = packCarryOver({
    provider: options.provider,
    message: kept.message,
    calls: Object.fromEntries(ofCalls),
  })
  if (packed === undefined) return ''
  const item = { type: 'reasoning' as const, id: `rs_${newId()}`, summary: [] }
  const { frames, ...place } = events.openItem(item)
  return frames + events.finishItem(place, { ...item, encrypted_content: packed })
}

const noProbs: readonly unknown[] = []

const incompleteReasons: Readonly<Record<string, string>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

const isFinished = (item: OutputItem): boolean =>
  item.type === 'reasoning' ? item.summary.length > 0 : item.status !== 'in_progress'

/** OpenAI's error codes after which Codex stops instead of retrying. */
const finalCodes: Readonly<Record<string, string>> = { quota_exceeded: 'insufficient_quota' }

function toFailure(error: HttpError) {
  const { code, ...rest } = toLlmError(error).error
  return { ...rest, code: ownValue(finalCodes, code ?? '') ?? code ?? 'server_error' }
}
