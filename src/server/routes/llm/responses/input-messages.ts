import { isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { ChatRequestMessage } from '../../../ports/chat-provider.ts'
import { unpackCarryOver } from './carry-over.ts'
import { toFlatName } from './response-tools.ts'

/**
 * Converts input items to messages. Texts with the roles `system` and `developer` are returned
 * separately, because many models accept them only at the start. Items of unknown types are
 * skipped.
 * @param provider connection to which fields of an earlier answer may be sent back.
 * @throws {HttpError} `bad_request` for content that no other service accepts.
 */
export function toChatMessages(
  items: readonly Fields[],
  provider: string,
): { messages: ChatRequestMessage[]; instructions: string[] } {
  const messages: ChatRequestMessage[] = []
  const instructions: string[] = []
  let answer: Answer | undefined
  /**
   * Pictures of tool outputs. They become a later message, because a message of the role `tool`
   * cannot contain pictures.
   */
  let pictures: Fields[] = []
  const endAnswer = () => {
    if (answer) messages.push(...toAnswerMessage(answer))
    answer = undefined
  }
  const endTools = () => {
    if (pictures.length > 0) messages.push({ role: 'user', content: pictures })
    pictures = []
  }
  const open = (): Answer => {
    endTools()
    return (answer ??= { texts: [], thoughts: [], calls: [], fields: {}, callFields: {} })
  }
  for (const [at, item] of items.entries()) {
    const type = item['type'] ?? (item['role'] === undefined ? undefined : 'message')
    if (type === 'message') {
      const { role, content } = item
      if (role === 'assistant') open().texts.push(toText(content))
      else if (role === 'system' || role === 'developer') instructions.push(toText(content))
      else if (role === 'user') {
        endAnswer()
        endTools()
        messages.push({ role, content: toContent(content, `input[${at}].content`) })
      } else {
        throw wrong(`input[${at}].role`, 'must be user, assistant, system or developer')
      }
    } else if (type === 'function_call' || type === 'custom_tool_call') {
      open().calls.push(toCall(item))
    } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      endAnswer()
      const { call_id, output } = item
      messages.push({ role: 'tool', tool_call_id: call_id, content: toText(output) })
      const parts = Array.isArray(output) ? output.filter(isFile) : []
      pictures.push(...toParts(parts, `input[${at}].output`))
    } else if (type === 'reasoning') addThoughts(open(), item, provider)
  }
  endAnswer()
  endTools()
  return { messages, instructions: instructions.filter((text) => text !== '') }
}

type Answer = {
  texts: string[]
  thoughts: string[]
  calls: Fields[]
  fields: Fields
  callFields: Record<string, Fields>
}

function toAnswerMessage({ texts, thoughts, calls, fields, callFields }: Answer) {
  const text = texts.join('\n\n')
  if (text === '' && calls.length === 0) return []
  return [
    {
      role: 'assistant',
      content: text || null,
      // Services that reject `reasoning_content` do not receive it, because later code removes it.
      ...(thoughts.length > 0 && { reasoning_content: thoughts.join('\n\n') }),
      ...fields,
      ...(calls.length > 0 && {
        tool_calls: calls.map((call) => ({ ...ownValue(callFields, String(call['id'])), ...call })),
      }),
    },
  ]
}

function addThoughts(answer: Answer, item: Fields, provider: string): void {
  const parts = [item['summary'], item['content']].find(
    (list): list is unknown[] => Array.isArray(list) && list.length > 0,
  )
  const text = toText(parts ?? [])
  if (text !== '') answer.thoughts.push(text)
  const carried = unpackCarryOver(item['encrypted_content'], provider)
  if (!carried) return
  Object.assign(answer.fields, carried.message)
  Object.assign(answer.callFields, carried.calls)
}

function toCall({ call_id, name, namespace, arguments: given, input }: Fields): Fields {
  const flat = toFlatName(String(name), typeof namespace === 'string' ? namespace : undefined)
  const text = typeof given === 'string' ? given : JSON.stringify({ input: input ?? '' })
  return { id: call_id, type: 'function', function: { name: flat, arguments: text } }
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content == null ? '' : JSON.stringify(content)
  return content
    .filter(isRecord)
    .flatMap(
      (part) => [part['text'], part['refusal']].find((text) => typeof text === 'string') ?? [],
    )
    .join('\n\n')
}

const isFile = (part: unknown): boolean =>
  isRecord(part) && (part['type'] === 'input_image' || part['type'] === 'input_file')

function toContent(content: unknown, path: string): string | Fields[] {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) throw wrong(path, 'must be a string or a list of parts')
  return toParts(content, path)
}

const toParts = (parts: readonly unknown[], path: string): Fields[] =>
  parts.map((part, at) => toPart(part, `${path}[${at}]`))

function toPart(part: unknown, path: string): Fields {
  if (!isRecord(part)) throw wrong(path, 'must be a part with a type')
  const { type, text, image_url: url, detail, file_data: data, filename } = part
  if (type === 'input_text' || type === 'output_text' || type === 'text') {
    return { type: 'text', text: typeof text === 'string' ? text : '' }
  }
  if (type === 'input_image' && typeof url === 'string') {
    const asked = typeof detail === 'string' && detail !== 'original' ? { detail } : {}
    return { type: 'image_url', image_url: { url, ...asked } }
  }
  if (type === 'input_file' && typeof data === 'string') {
    const name = typeof filename === 'string' ? filename : 'document.pdf'
    return { type: 'file', file: { filename: name, file_data: data } }
  }
  if (type === 'input_audio') return part
  if (type === 'input_image' || type === 'input_file') {
    throw wrong(path, 'Files must be given as data:…;base64,… because no files are stored here')
  }
  throw wrong(`${path}.type`, `Parts of the type “${String(type).slice(0, 60)}” are not supported`)
}

const wrong = (path: string, message: string) =>
  new HttpError('bad_request', `${path}: ${message}.`, { issues: [{ path, message }] })
