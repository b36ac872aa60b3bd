import { asList, isRecord, type Fields } from '#lib/fields.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { done, isDoneMark, recordIn, type AnswerReader } from '../openai/answer-reader.ts'
import { toForeignDelta } from '../openai/chat-chunk.ts'
import type { ClientConnection } from '../openai/client-connection.ts'
import { readAnswerContent, toText } from '../openai/said-content.ts'

export function createOllamaReader(
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
): AnswerReader {
  let callCount = 0

  const toDelta = (record: Fields): ChatDelta => {
    const delta: ChatDelta = {}
    const message = isRecord(record['message']) ? record['message'] : {}
    const { thinking, tool_calls: calls } = message
    const content = readAnswerContent(message['content'] ?? record['response'])
    if (content.text) delta.text = content.text
    const reasoning = toText(thinking) || content.reasoning
    if (reasoning) delta.reasoning = reasoning
    const listed = (isRecord(calls) ? [calls] : asList(calls)).filter(isRecord)
    if (listed.length > 0) delta.toolCalls = listed.map((call) => toCall(call, callCount++))
    if (record['done'] !== true) return delta
    const reason = record['done_reason']
    delta.finishReason =
      callCount > 0 ? 'tool_calls' : typeof reason === 'string' && reason ? reason : 'stop'
    delta.usage = usageIn(record)
    return delta
  }

  return {
    read(event) {
      if (isDoneMark(event.data)) return done
      const record = recordIn(connection, event)
      const delta = record && (toForeignDelta(record) ?? toDelta(record))
      return delta && saysSomething(delta) ? delta : undefined
    },
  }
}

const saysSomething = (delta: ChatDelta): boolean => Object.keys(delta).length > 0

/**
 * Converts a tool call. Ollama sends the arguments as an object, and some proxies send them as
 * text.
 */
function toCall(call: Fields, index: number) {
  const called = isRecord(call['function']) ? call['function'] : call
  const { name, arguments: given } = called
  const { id } = call
  return {
    index,
    id: typeof id === 'string' && id ? id : `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}) },
  }
}

/** Absent counts are zero, because Ollama omits the prompt's count if the prompt was cached. */
function usageIn(record: Fields): Record<string, unknown> {
  const prompt = countIn(record['prompt_eval_count'])
  const completion = countIn(record['eval_count'])
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

const countIn = (value: unknown): number => (typeof value === 'number' ? value : 0)
