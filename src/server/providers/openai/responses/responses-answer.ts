import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ChatDelta } from '../../../ports/chat-provider.ts'
import { done, isDoneMark, recordIn, type AnswerReader } from '../answer-reader.ts'
import { toForeignDelta } from '../chat-chunk.ts'
import type { ClientConnection } from '../client-connection.ts'
import { streamError } from '../upstream-errors.ts'
import { toKeptItems } from './kept-items.ts'
import { createOpenItems, readContentPart } from './open-items.ts'

const finishReasons: Readonly<Record<string, string>> = {
  max_output_tokens: 'length',
  max_messages: 'length',
  content_filter: 'content_filter',
}

/**
 * Creates a reader that converts one streamed response to chat deltas. The `extra` of the last
 * delta contains the items that the next request must send back.
 * @param model name in the request.
 */
export function createResponsesReader(
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
  model: string,
): AnswerReader {
  const { service, secrets } = connection
  const items = createOpenItems()

  const finish = (response: Fields): ChatDelta => {
    const usage = toChatUsage(response['usage'])
    const extra = toKeptItems(model, items.output())
    return {
      finishReason: incompleteReason(response) ?? (items.hasCalls() ? 'tool_calls' : 'stop'),
      ...(usage && { usage }),
      ...(extra && { extra }),
    }
  }
  const failed = (response: Fields) =>
    streamError(service, response['error'] ?? { message: asString(response['status']) }, secrets)

  /** Returns the whole response as one delta, without the items that were streamed. */
  const toWhole = (response: Fields): ChatDelta => {
    if (response['status'] === 'failed') throw failed(response)
    const output = asList(response['output']).filter(isRecord)
    return mergeWhole([...items.endMissing(output), finish(response)])
  }

  const read = (record: Fields): ChatDelta | undefined => {
    const at = record['output_index'] ?? record['item_id'] ?? asRecord(record['item'])['id']
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
      case 'response.output_text.done':
      case 'response.refusal.done':
        return items.endText(at, readContentPart(record))
      case 'response.content_part.done':
        return items.endText(at, readContentPart(asRecord(record['part'])))
      case 'response.output_item.added':
        return items.begin(at, asRecord(record['item']))
      case 'response.output_item.done':
        return items.end(at, asRecord(record['item']))
      case 'response.incomplete':
        return toWhole({ status: 'incomplete', ...asRecord(record['response']) })
      case 'response.completed':
      case 'response.done':
        return toWhole(asRecord(record['response']))
      case 'response.failed':
        throw failed(asRecord(record['response']))
      case 'error':
        throw streamError(service, record, secrets)
      default:
        return isResponse(record) ? toWhole(record) : undefined
    }
  }

  return {
    read(event) {
      if (isDoneMark(event.data)) return done
      const record = recordIn(connection, event)
      return record && (toForeignDelta(record) ?? read(record))
    },
  }
}

const isResponse = ({ object, status, output }: Fields): boolean =>
  object === 'response' || status === 'failed' || Array.isArray(output)

/**
 * Returns why a response is incomplete. Without a stated reason, the response must not count as
 * complete.
 */
function incompleteReason({ status, incomplete_details: details }: Fields): string | undefined {
  const told = asString(asRecord(details)['reason'])
  if (told !== '') return ownValue(finishReasons, told) ?? told
  return status === 'incomplete' || status === 'cancelled' ? status : undefined
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
    // Only some services send these fields, for example OpenRouter's `cost`.
    ...more,
    prompt_tokens: input_tokens,
    completion_tokens: output_tokens,
    total_tokens,
    ...(isRecord(input_tokens_details) && { prompt_tokens_details: input_tokens_details }),
    ...(isRecord(output_tokens_details) && { completion_tokens_details: output_tokens_details }),
  }
}
