import { asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ChatDelta } from '../../../ports/chat-provider.ts'
import { done, recordIn, type AnswerReader } from '../answer-reader.ts'
import type { ClientConnection } from '../client-connection.ts'
import { createCutOffError, streamError } from '../upstream-errors.ts'
import { toKeptItems } from './kept-items.ts'
import { createOpenItems } from './open-items.ts'

/** Reasons of an incomplete response with their chat completion names. Others are unchanged. */
const finishReasons: Readonly<Record<string, string>> = {
  max_output_tokens: 'length',
  max_messages: 'length',
  content_filter: 'content_filter',
}

/**
 * Creates a reader that converts one streamed response to chat deltas. The last delta contains in
 * `extra` what the next request must return to the model.
 * @param model name in the request.
 */
export function createResponsesReader(
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
  model: string,
): AnswerReader {
  const { service, secrets } = connection
  const items = createOpenItems()

  const finish = (response: Fields): ChatDelta => {
    const reason = asString(asRecord(response['incomplete_details'])['reason'])
    const usage = toChatUsage(response['usage'])
    const extra = toKeptItems(model, items.output())
    return {
      finishReason: reason
        ? (ownValue(finishReasons, reason) ?? reason)
        : items.hasCalls()
          ? 'tool_calls'
          : 'stop',
      ...(usage && { usage }),
      ...(extra && { extra }),
    }
  }
  const failed = (response: Fields) =>
    streamError(service, response['error'] ?? { message: asString(response['status']) }, secrets)

  const read = (record: Fields): ChatDelta | undefined => {
    const at = record['output_index'] ?? record['item_id']
    const delta = asString(record['delta'])
    switch (record['type']) {
      case 'response.output_text.delta':
        return items.grow(at, { text: delta, ...logprobsIn(record) })
      case 'response.refusal.delta':
        return items.grow(at, { extra: { refusal: delta } })
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return items.grow(at, { reasoning: delta })
      case 'response.reasoning_summary_part.added':
        return items.beginReasoning()
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return items.growCall(at, delta)
      case 'response.output_text.annotation.added':
        return { extra: { annotations: [toChatAnnotation(asRecord(record['annotation']))] } }
      case 'response.output_item.added':
        return items.begin(at, asRecord(record['item']))
      case 'response.output_item.done':
        return items.end(at, asRecord(record['item']))
      case 'response.completed':
      case 'response.incomplete':
        return finish(asRecord(record['response']))
      case 'response.failed':
        throw failed(asRecord(record['response']))
      case 'error':
        throw streamError(service, record, secrets)
      default:
        return undefined
    }
  }

  return {
    read(event) {
      // Some services end the stream with `[DONE]`, as chat completions do.
      if (event.data === '[DONE]') return done
      const record = recordIn(connection, event)
      return record && read(record as Fields)
    },
    readWhole(data) {
      const record = recordIn(connection, { event: undefined, data }) as Fields | undefined
      const output = record?.['output']
      if (record?.['status'] === 'failed') throw failed(record)
      if (!record || !Array.isArray(output)) throw createCutOffError()
      const deltas = output.filter(isRecord).map((item, at) => items.end(at, item))
      return mergeWhole([...deltas, finish(record)])
    },
  }
}

function mergeWhole(deltas: readonly (ChatDelta | undefined)[]): ChatDelta {
  const whole: ChatDelta = {}
  for (const { text, reasoning, toolCalls, extra, ...rest } of deltas.filter((one) => !!one)) {
    if (text) whole.text = (whole.text ?? '') + text
    if (reasoning)
      whole.reasoning = whole.reasoning ? `${whole.reasoning}\n\n${reasoning}` : reasoning
    if (toolCalls) whole.toolCalls = [...(whole.toolCalls ?? []), ...toolCalls]
    if (extra) whole.extra = { ...whole.extra, ...extra }
    Object.assign(whole, rest)
  }
  return whole
}

/** Returns `logprobs` in the format of chat completions, if they were requested. */
const logprobsIn = ({ logprobs }: Fields): Pick<ChatDelta, 'logprobs'> =>
  Array.isArray(logprobs) && logprobs.length > 0 ? { logprobs: { content: logprobs } } : {}

function toChatAnnotation(annotation: Fields): Fields {
  const { type, ...about } = annotation
  return type === 'url_citation' ? { type, url_citation: about } : annotation
}

function toChatUsage(usage: unknown): Fields | undefined {
  if (!isRecord(usage)) return undefined
  const { input_tokens, output_tokens, total_tokens, ...others } = usage
  const { input_tokens_details, output_tokens_details, ...more } = others
  return {
    // Fields that only some services send, such as OpenRouter's `cost`.
    ...more,
    prompt_tokens: input_tokens,
    completion_tokens: output_tokens,
    total_tokens,
    ...(isRecord(input_tokens_details) && { prompt_tokens_details: input_tokens_details }),
    ...(isRecord(output_tokens_details) && { completion_tokens_details: output_tokens_details }),
  }
}
