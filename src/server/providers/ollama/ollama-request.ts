import type { LeftOut } from '#contract/chat/left-out.ts'
import { isRecord, type Fields } from '#lib/fields.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { HttpError } from '../../errors/http-error.ts'
import {
  contextSizeField,
  type ChatRequest,
  type ChatRequestMessage,
} from '../../ports/chat-provider.ts'
import { addLeftOut, findLeftOut } from '../openai/chat-body.ts'

const optionNames: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  top_p: 'top_p',
  top_k: 'top_k',
  min_p: 'min_p',
  seed: 'seed',
  stop: 'stop',
  max_tokens: 'num_predict',
  max_completion_tokens: 'num_predict',
  frequency_penalty: 'frequency_penalty',
  presence_penalty: 'presence_penalty',
}

export type OllamaRequest = Fields & { messages: Fields[]; tools?: unknown; options?: Fields }

/**
 * Converts a chat request from OpenAI's format to the body of `POST /api/chat`.
 * @throws {HttpError} `bad_request` for a picture that is given as a URL.
 */
export function toOllamaRequest(request: ChatRequest): OllamaRequest {
  const options: Fields = {}
  for (const [name, own] of Object.entries(optionNames)) {
    const value = ownValue(request, name)
    if (value !== undefined && value !== null) setOwn(options, own, value)
  }
  const think = toThink(request['reasoning_effort'])
  const format = toFormat(request['response_format'])
  return {
    model: request.model,
    stream: true,
    messages: toMessages(request.messages),
    ...(Array.isArray(request['tools']) &&
      request['tool_choice'] !== 'none' && { tools: request['tools'] }),
    ...(think !== undefined && { think }),
    ...(format !== undefined && { format }),
    ...(Object.keys(options).length > 0 && { options }),
  }
}

export function ollamaLeftOut(request: ChatRequest): readonly LeftOut[] {
  const left = findLeftOut(request, taken)
  const choice = request['tool_choice']
  const isForced = Array.isArray(request['tools']) && choice !== 'none'
  const effort = request['reasoning_effort']
  const think = toThink(effort)
  const withEffort =
    typeof think === 'string' && think !== effort
      ? addLeftOut(left, 'reasoning_effort', { value: effort, sent: think })
      : left
  return isForced ? addLeftOut(withEffort, 'tool_choice', { value: choice }) : withEffort
}

const taken = new Set([
  ...Object.keys(optionNames),
  contextSizeField,
  'tools',
  'tool_choice',
  'reasoning_effort',
  'response_format',
])

function toMessages(messages: readonly ChatRequestMessage[]): Fields[] {
  /** OpenAI's tool results contain the id of the call, but Ollama expects the tool's name. */
  const toolNames = new Map<unknown, string>()
  return messages.map((message) => {
    const { role, content } = message
    const calls = callsIn(message['tool_calls'])
    for (const { id, name } of calls) toolNames.set(id, name)
    const images = picturesIn(content)
    const thinking = message['reasoning_content'] ?? message['reasoning']
    return {
      role: role === 'developer' ? 'system' : role,
      content: textIn(content),
      ...(images.length > 0 && { images }),
      ...(typeof thinking === 'string' && thinking && { thinking }),
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ name, given }) => ({ function: { name, arguments: given } })),
      }),
      ...(role === 'tool' && { tool_name: toolNames.get(message['tool_call_id']) ?? '' }),
    }
  })
}

type Call = { id: unknown; name: string; given: unknown }

function callsIn(calls: unknown): Call[] {
  if (!Array.isArray(calls)) return []
  return calls.filter(isRecord).map((call) => {
    const called = isRecord(call['function']) ? call['function'] : {}
    return {
      id: call['id'],
      name: String(called['name']),
      given: getArguments(called['arguments']),
    }
  })
}

function getArguments(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? {}
  try {
    const value: unknown = JSON.parse(text || '{}')
    return isRecord(value) ? value : { value }
  } catch {
    return { text }
  }
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter(isRecord)
    .map((part) => part['text'])
    .filter((text) => typeof text === 'string')
    .join('\n\n')
}

function picturesIn(content: unknown): string[] {
  if (!Array.isArray(content)) return []
  return content
    .filter((part) => isRecord(part) && part['type'] === 'image_url')
    .map((part: Fields) => {
      const image = part['image_url']
      const url = String(isRecord(image) ? image['url'] : image)
      const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(url) ?? []
      if (data !== undefined) return data
      throw new HttpError('bad_request', 'Ollama takes pictures as data, not by an address.')
    })
}

/** Converts an effort for models without effort levels, which accept `true` and `false`. */
function toThink(effort: unknown): string | boolean | undefined {
  if (effort === 'none') return false
  if (effort === 'minimal') return 'low'
  if (effort === 'xhigh') return 'high'
  return typeof effort === 'string' ? effort : undefined
}

function toFormat(format: unknown): unknown {
  if (!isRecord(format)) return undefined
  if (format['type'] === 'json_object') return 'json'
  const schema = format['json_schema']
  return format['type'] === 'json_schema' && isRecord(schema) ? schema['schema'] : undefined
}
