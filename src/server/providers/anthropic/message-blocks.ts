import { isRecord, type Fields } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { ChatRequestMessage } from '../../ports/chat-provider.ts'

type Turn = { role: 'user' | 'assistant'; content: Fields[] }

/** Name of the message field for the signed thinking blocks of an answer. */
export const thinkingField = 'thinking_blocks'

/**
 * Converts OpenAI's messages to Anthropic's. System texts are returned separately. Empty texts are
 * omitted, because the API refuses them.
 * @throws {HttpError} `bad_request` for content parts that Anthropic's models do not accept.
 */
export function toAnthropicMessages(said: readonly ChatRequestMessage[]): {
  system: Fields[]
  messages: Turn[]
} {
  const system: Fields[] = []
  const messages: Turn[] = []
  const add = (role: Turn['role'], blocks: Fields[]) => {
    if (blocks.length === 0) return
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(...blocks)
    else messages.push({ role, content: blocks })
  }
  for (const message of said) {
    switch (message.role) {
      case 'system':
      case 'developer':
        system.push(...getParts(message.content))
        break
      case 'assistant':
        add('assistant', getAnswer(message))
        break
      case 'tool':
        add('user', [getResult(message)])
        break
      default:
        add('user', getParts(message.content))
    }
  }
  for (const turn of messages) if (turn.role === 'user') turn.content = resultsFirst(turn.content)
  return { system, messages }
}

const isResult = (block: Fields) => block['type'] === 'tool_result'

function resultsFirst(blocks: Fields[]): Fields[] {
  return [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))]
}

function getAnswer(message: ChatRequestMessage): Fields[] {
  const thoughts = message[thinkingField]
  const calls = message['tool_calls']
  return [
    ...(Array.isArray(thoughts) ? thoughts.filter(isRecord) : []),
    ...getParts(message.content),
    ...(Array.isArray(calls) ? calls.filter(isRecord).flatMap(getCall) : []),
  ]
}

function getCall(call: Fields): Fields[] {
  const called = call['function']
  if (!isRecord(called)) return []
  return [
    {
      type: 'tool_use',
      id: plainId(call['id']),
      name: called['name'],
      input: getInput(called['arguments']),
    },
  ]
}

function getInput(given: unknown): Fields {
  if (isRecord(given)) return given
  if (typeof given !== 'string' || given.trim() === '') return {}
  try {
    const input: unknown = JSON.parse(given)
    return isRecord(input) ? input : { value: input }
  } catch {
    return { text: given }
  }
}

function getResult(message: ChatRequestMessage): Fields {
  const content = getParts(message.content)
  return {
    type: 'tool_result',
    tool_use_id: plainId(message['tool_call_id']),
    ...(content.length > 0 && { content }),
  }
}

/**
 * Replaces characters that Anthropic refuses. Tool call ids of other services may contain such
 * characters.
 */
const plainId = (id: unknown): string =>
  (typeof id === 'string' ? id : '').replace(/[^\w-]/g, '_') || 'call'

function getParts(content: unknown): Fields[] {
  if (typeof content === 'string') return content.trim() ? [{ type: 'text', text: content }] : []
  if (!Array.isArray(content)) return []
  return content.filter(isRecord).flatMap((part) => {
    const { type } = part
    const kept = isRecord(part['cache_control']) ? { cache_control: part['cache_control'] } : {}
    if (type === 'text') {
      const text = typeof part['text'] === 'string' ? part['text'] : ''
      return text.trim() ? [{ type, text, ...kept }] : []
    }
    if (type === 'image_url' && isRecord(part['image_url'])) {
      return [{ type: 'image', source: getSource(part['image_url']['url']), ...kept }]
    }
    if (type === 'file' && isRecord(part['file']))
      return [{ ...getDocument(part['file']), ...kept }]
    if (type === 'image' || type === 'document') return [part]
    throw new HttpError(
      'bad_request',
      `This model reads text, pictures and PDFs. It cannot read “${String(type).slice(0, 60)}”.`,
    )
  })
}

function getDocument(file: Fields): Fields {
  const { file_data: data, file_id: id, filename } = file
  const title = typeof filename === 'string' && filename ? { title: filename } : {}
  if (typeof data === 'string') return { type: 'document', source: getSource(data), ...title }
  if (typeof id === 'string') {
    return { type: 'document', source: { type: 'file', file_id: id }, ...title }
  }
  throw new HttpError('bad_request', 'A file in the request has no content (file_data).')
}

function getSource(url: unknown): Fields {
  const given = typeof url === 'string' ? url : ''
  const start = /^data:([\w.+/-]+)(?:;[^,;]*)*;base64,/i.exec(given)
  if (!start) return { type: 'url', url: given }
  return { type: 'base64', media_type: start[1], data: given.slice(start[0].length) }
}
