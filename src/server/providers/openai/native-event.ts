import { asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'

/**
 * Converts an event of another API to a choice of OpenAI's format. Gateways pass the events of
 * Anthropic, Bedrock, Cohere, Meta, Dify and of OpenAI's Responses API on unchanged.
 * @returns `undefined` for other records.
 */
export function toEventChoice(record: Fields): Fields | undefined {
  const { type, event } = record
  if (typeof type === 'string') return fromTypedEvent(type, record)
  if (isRecord(event) && isRecord(event['delta']))
    return toChoiceOf({ content: event['delta']['text'] }, event['stop_reason'])
  if (typeof event === 'string' && typeof record['task_id'] === 'string')
    return toChoiceOf({ content: record['answer'] }, event === 'message_end' ? 'stop' : undefined)
  return fromBedrock(record)
}

function fromTypedEvent(type: string, record: Fields): Fields | undefined {
  const { delta, index } = record
  const inner = asRecord(delta)
  switch (type) {
    case 'content_block_start': {
      const { id, name, text, type: kind } = asRecord(record['content_block'])
      return kind === 'tool_use' ? toCall({ index, id, name }) : toChoiceOf({ content: text })
    }
    case 'content_block_delta':
      return typeof inner['partial_json'] === 'string'
        ? toCall({ index, given: inner['partial_json'] })
        : toChoiceOf({ content: inner['text'], reasoning_content: inner['thinking'] })
    case 'message_delta':
      return toChoiceOf({}, inner['stop_reason'])
    case 'message-end':
      return toChoiceOf({}, inner['finish_reason'])
    case 'response.output_text.delta':
      return toChoiceOf({ content: delta })
    case 'response.reasoning_text.delta':
    case 'response.reasoning_summary_text.delta':
      return toChoiceOf({ reasoning_content: delta })
    case 'response.output_item.done': {
      const { type: kind, call_id: id, name, arguments: given } = asRecord(record['item'])
      return kind === 'function_call' ? toCall({ id, name, given }) : undefined
    }
    case 'response.completed':
      return toChoiceOf({}, 'stop')
    case 'response.incomplete': {
      const { incomplete_details: details } = asRecord(record['response'])
      return toChoiceOf({}, asRecord(details)['reason'])
    }
    default:
      return undefined
  }
}

function fromBedrock({
  contentBlockStart: start,
  contentBlockDelta: piece,
  messageStop: end,
}: Fields): Fields | undefined {
  if (isRecord(end)) return toChoiceOf({}, end['stopReason'])
  if (isRecord(start)) {
    const { toolUseId: id, name } = asRecord(asRecord(start['start'])['toolUse'])
    return toCall({ index: start['contentBlockIndex'], id, name })
  }
  if (!isRecord(piece)) return undefined
  const { text, reasoningContent: thought, toolUse } = asRecord(piece['delta'])
  if (isRecord(toolUse))
    return toCall({ index: piece['contentBlockIndex'], given: toolUse['input'] })
  return toChoiceOf({ content: text, reasoning_content: asRecord(thought)['text'] })
}

const toChoiceOf = (delta: Fields, reason?: unknown): Fields => ({
  delta,
  ...(asString(reason) !== '' && { finish_reason: reason }),
})

const toCall = ({ index, id, name, given }: Fields): Fields =>
  toChoiceOf({ tool_calls: [{ index, id, function: { name, arguments: given ?? '' } }] })
