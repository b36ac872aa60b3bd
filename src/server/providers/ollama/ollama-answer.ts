import { isRecord, type Fields } from '#lib/fields.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { recordIn, type AnswerReader } from '../openai/answer-reader.ts'
import type { ClientConnection } from '../openai/client-connection.ts'
import { createCutOffError } from '../openai/upstream-errors.ts'

/** Creates a reader that converts the JSON lines of `POST /api/chat` to OpenAI's deltas. */
export function createOllamaReader(
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
): AnswerReader {
  let callCount = 0

  const toDelta = (record: Fields): ChatDelta => {
    const delta: ChatDelta = {}
    const message = isRecord(record['message']) ? record['message'] : {}
    const { content, thinking, tool_calls: calls } = message
    if (typeof content === 'string' && content) delta.text = content
    if (typeof thinking === 'string' && thinking) delta.reasoning = thinking
    if (Array.isArray(calls) && calls.length > 0) {
      delta.toolCalls = calls.filter(isRecord).map((call) => toCall(call, callCount++))
    }
    if (record['done'] !== true) return delta
    const reason = record['done_reason']
    delta.finishReason = callCount > 0 ? 'tool_calls' : typeof reason === 'string' ? reason : 'stop'
    delta.usage = usageIn(record)
    return delta
  }

  return {
    read(event) {
      const record = recordIn(connection, event)
      const delta = record && toDelta(record as Fields)
      return delta && saysSomething(delta) ? delta : undefined
    },
    readWhole(data) {
      const record = recordIn(connection, { event: undefined, data })
      const delta = record && toDelta(record as Fields)
      if (!delta || !saysSomething(delta)) throw createCutOffError()
      return delta
    },
  }
}

const saysSomething = (delta: ChatDelta): boolean => Object.keys(delta).length > 0

/**
 * Converts a call. Ollama sends it complete, with arguments as an object and sometimes without an
 * id.
 */
function toCall(call: Fields, index: number) {
  const called = isRecord(call['function']) ? call['function'] : {}
  const id = call['id']
  return {
    index,
    id: typeof id === 'string' && id ? id : `call_${index}`,
    type: 'function',
    function: { name: called['name'], arguments: JSON.stringify(called['arguments'] ?? {}) },
  }
}

/**
 * Converts token counts. Missing counts are zero. Ollama omits the prompt's count if the prompt was
 * cached.
 */
function usageIn(record: Fields): Record<string, unknown> {
  const prompt = countIn(record['prompt_eval_count'])
  const completion = countIn(record['eval_count'])
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

const countIn = (value: unknown): number => (typeof value === 'number' ? value : 0)
