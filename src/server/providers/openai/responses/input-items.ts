import { asList, asString, isRecord, type Fields } from '#lib/fields.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { ChatRequestMessage } from '../../../ports/chat-provider.ts'
import { fitCallId } from '../quirks/vendor-quirks.ts'
import { toSentItems } from './kept-items.ts'
import type { CallOutputItem, InputItem, InputPart, OutputItem } from './wire.ts'

type ItemOptions = {
  model: string
  systemRole: 'system' | 'developer'
}

/**
 * Converts chat messages to the input items of a Responses request. Earlier answers of the same
 * model are sent as their original items with encrypted reasoning.
 * @throws {HttpError} `bad_request` for message parts that the API does not accept.
 */
export function toInputItems(
  messages: readonly ChatRequestMessage[],
  { model, systemRole }: ItemOptions,
): InputItem[] {
  const customCalls = new Set<unknown>()
  return messages.flatMap((message): InputItem[] => {
    switch (message.role) {
      case 'system':
      case 'developer':
        return getMessage(systemRole, message.content)
      case 'assistant': {
        const items = toAnswerItems(message, model)
        for (const item of items)
          if (item.type === 'custom_tool_call') customCalls.add(item.call_id)
        return items
      }
      case 'tool':
        return [toCallOutput(message, customCalls)]
      default:
        return getMessage('user', message.content)
    }
  })
}

function getMessage(role: 'user' | 'system' | 'developer', content: unknown): InputItem[] {
  const parts = toParts(content)
  if (parts.length === 0) return []
  return [{ type: 'message', role, content: toShortest(parts) }]
}

/**
 * Returns plain text if possible, because some servers accept a list only if it contains more than
 * text.
 */
const toShortest = (parts: InputPart[]): string | InputPart[] =>
  parts.length === 1 && parts[0]?.type === 'input_text' ? parts[0].text : parts

function toAnswerItems(message: ChatRequestMessage, model: string): InputItem[] {
  const calls = asList(message['tool_calls']).filter(isRecord).flatMap(toCallItem)
  const text = getText(message.content) || asString(message['refusal'])
  const sent = toSentItems(message, { model, text, calls })
  if (sent) return sent
  // Earlier answers are sent as plain strings, because all services accept plain strings.
  return [
    ...(text ? [{ type: 'message' as const, role: 'assistant' as const, content: text }] : []),
    ...calls,
  ]
}

/** Maximum length of a call id, in characters. OpenAI refuses longer ids. */
const callIdLengthMax = 64

function toCallItem({ id, function: called, custom }: Fields): OutputItem[] {
  const call_id = fitCallId(asString(id), callIdLengthMax)
  if (isRecord(custom)) {
    const { name, input } = custom
    return [{ type: 'custom_tool_call', call_id, name: asString(name), input: asString(input) }]
  }
  if (!isRecord(called)) return []
  const { name, arguments: given } = called
  const json = typeof given === 'string' ? given : JSON.stringify(given ?? {})
  return [{ type: 'function_call', call_id, name: asString(name), arguments: json }]
}

function toCallOutput(message: ChatRequestMessage, customCalls: Set<unknown>): CallOutputItem {
  const call_id = fitCallId(asString(message['tool_call_id']), callIdLengthMax)
  const parts = toParts(message.content)
  const isText = parts.every(({ type }) => type === 'input_text')
  return {
    type: customCalls.has(call_id) ? 'custom_tool_call_output' : 'function_call_output',
    call_id,
    // llama.cpp refuses lists, so only results with pictures or files are sent as lists.
    output: isText ? getText(message.content) : parts,
  }
}

const getText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : asList(content)
        .filter(isRecord)
        .map(({ text }) => asString(text))
        .join('')

function toParts(content: unknown): InputPart[] {
  if (typeof content === 'string')
    return content === '' ? [] : [{ type: 'input_text', text: content }]
  return asList(content).filter(isRecord).map(toPart)
}

function toPart(part: Fields): InputPart {
  const { type, text, image_url: image, file } = part
  if (type === 'text') return { type: 'input_text', text: asString(text) }
  if (type === 'image_url') {
    const { url, detail } = isRecord(image) ? image : { url: image, detail: undefined }
    const level = detail === 'low' || detail === 'high' ? detail : 'auto'
    return { type: 'input_image', image_url: asString(url), detail: level }
  }
  if (type === 'file' && isRecord(file)) {
    const { file_data: data, file_id: id, filename } = file
    if (typeof id === 'string') return { type: 'input_file', file_id: id }
    const name = asString(filename) || 'file.pdf'
    return { type: 'input_file', filename: name, file_data: asString(data) }
  }
  if (type === 'input_text' || type === 'input_image' || type === 'input_file') {
    return part as InputPart
  }
  throw new HttpError(
    'bad_request',
    `This model reads text, pictures and files. It cannot read “${String(type).slice(0, 60)}”.`,
  )
}
