import { asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { done, recordIn, type AnswerReader } from '../openai/answer-reader.ts'
import type { ClientConnection } from '../openai/client-connection.ts'
import { createCutOffError } from '../openai/upstream-errors.ts'
import { createUsageSum } from './messages-usage.ts'
import { createOpenBlocks } from './open-blocks.ts'

/** Anthropic's stop reasons with their OpenAI names. Others are passed through. */
const finishReasons: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  // A paused turn can be continued, like an answer that reached its length limit.
  pause_turn: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}

/**
 * Creates a reader that converts one Messages answer to OpenAI's deltas. Thoughts appear twice: as
 * reasoning text while they stream, and complete with their signature in `extra`, which the client
 * returns unchanged.
 */
export function createMessagesReader(
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
): AnswerReader {
  const { begin, goOn, end } = createOpenBlocks()
  const usage = createUsageSum()

  const stop = (delta: Fields): ChatDelta => {
    const reason = asString(delta['stop_reason'])
    const details = delta['stop_details']
    const refusal = isRecord(details) ? asString(details['explanation']) : ''
    const told = usage.told()
    return {
      ...(reason && { finishReason: ownValue(finishReasons, reason) ?? reason }),
      ...(refusal && { extra: { refusal } }),
      ...(told && { usage: told }),
    }
  }

  const readRecord = (record: Fields): ChatDelta | typeof done | undefined => {
    const at = Number(record['index'] ?? 0)
    switch (record['type']) {
      case 'content_block_delta':
        return goOn(at, asRecord(record['delta']))
      case 'content_block_start':
        return begin(at, asRecord(record['content_block']))
      case 'content_block_stop':
        return end(at)
      case 'message_start':
        usage.add(asRecord(record['message'])['usage'])
        return undefined
      case 'message_delta':
        usage.add(record['usage'])
        return stop(asRecord(record['delta']))
      case 'message_stop':
        return done
      default:
        return undefined
    }
  }

  return {
    read(event) {
      const record = recordIn(connection, event)
      return record && readRecord(record as Fields)
    },
    readWhole(data) {
      const record = recordIn(connection, { event: undefined, data }) as Fields | undefined
      const blocks: unknown = record?.['content']
      if (!record || !Array.isArray(blocks)) throw createCutOffError()
      const deltas = blocks.filter(isRecord).flatMap((block, at) => [begin(at, block), end(at)])
      usage.add(record['usage'])
      return merged([...deltas, stop(record)])
    },
  }
}

function merged(deltas: readonly (ChatDelta | undefined)[]): ChatDelta {
  const whole: ChatDelta = {}
  for (const { text, reasoning, toolCalls, extra, ...rest } of deltas.filter((one) => !!one)) {
    if (text) whole.text = (whole.text ?? '') + text
    if (reasoning) whole.reasoning = (whole.reasoning ?? '') + reasoning
    if (toolCalls) whole.toolCalls = [...(whole.toolCalls ?? []), ...toolCalls]
    for (const [name, value] of Object.entries(extra ?? {})) {
      const before = ownValue(whole.extra, name)
      const isList = Array.isArray(before) && Array.isArray(value)
      whole.extra = {
        ...whole.extra,
        [name]: isList ? [...(before as unknown[]), ...(value as unknown[])] : value,
      }
    }
    Object.assign(whole, rest)
  }
  return whole
}
