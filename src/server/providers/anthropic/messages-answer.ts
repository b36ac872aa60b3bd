import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { done, isDoneMark, recordIn, type AnswerReader } from '../openai/answer-reader.ts'
import { toForeignDelta } from '../openai/chat-chunk.ts'
import type { ClientConnection } from '../openai/client-connection.ts'
import { mergeDeltas } from './merge-deltas.ts'
import { createUsageSum } from './messages-usage.ts'
import { createOpenBlocks } from './open-blocks.ts'

const finishReasons: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  // The client can continue a paused turn as it continues an answer that reached the length limit.
  pause_turn: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}

/**
 * Creates a reader that converts one streamed answer to OpenAI's deltas. The signed thinking block
 * follows in `extra`, which the client must send back unchanged.
 */
export function createMessagesReader(
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
): AnswerReader {
  const { begin, goOn, end, endAll } = createOpenBlocks()
  const usage = createUsageSum()

  const stop = (delta: Fields): ChatDelta => {
    const reason = reasonIn(delta['stop_reason'])
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
        // Some services send no end event for their content blocks.
        return mergeDeltas([...endAll(), stop(asRecord(record['delta']))])
      case 'message_stop':
        return done
      default:
        // Some services ignore `stream` and send a whole message, in which `type` may be missing.
        return isContent(record['content']) ? toWhole(record) : undefined
    }
  }

  const toWhole = (record: Fields): ChatDelta => {
    const { content } = record
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content)
    const deltas = blocks.filter(isRecord).flatMap((block, at) => [begin(at, block), end(at)])
    usage.add(record['usage'])
    return mergeDeltas([...deltas, stop(record)])
  }

  return {
    read(event) {
      // Some services end the stream with `[DONE]`, as chat completions do.
      if (isDoneMark(event.data)) return done
      const record = recordIn(connection, event)
      return record && (toForeignDelta(record) ?? readRecord(record))
    },
  }
}

const isContent = (content: unknown): boolean =>
  Array.isArray(content) || typeof content === 'string'

const reasonIn = (reason: unknown): string =>
  typeof reason === 'number' ? String(reason) : asString(reason)
