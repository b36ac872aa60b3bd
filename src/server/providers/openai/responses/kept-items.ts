import { asList, isRecord, type Fields } from '#lib/fields.ts'
import type { ChatRequestMessage } from '../../../ports/chat-provider.ts'
import { withField } from '../chat-body.ts'
import { responseItemsField, type InputItem, type KeptItems, type OutputItem } from './wire.ts'

/**
 * Returns the items of an answer that the next request must contain, or `undefined` if the answer's
 * text and calls are enough.
 */
export function toKeptItems(model: string, output: readonly OutputItem[]): Fields | undefined {
  const items = output.filter(isWorthKeeping)
  const hasMore = items.some((item) => item.type === 'reasoning' || 'phase' in item)
  return hasMore ? { [responseItemsField]: { model, items } satisfies KeptItems } : undefined
}

/**
 * Returns whether an item can be sent again. A reasoning item without content refers to a copy at
 * the service, which does not exist because of `store: false`.
 */
const isWorthKeeping = (item: OutputItem): boolean =>
  item.type === 'reasoning'
    ? Boolean(item.encrypted_content) || (item.content ?? []).length > 0
    : sentTypes.has(item.type)

/**
 * Types of items that are sent back. Other items, such as pictures, are large or belong to tools of
 * the service.
 */
const sentTypes = new Set<string>(['message', 'function_call', 'custom_tool_call'])

type Answer = {
  model: string
  text: string
  calls: readonly OutputItem[]
}

/**
 * Returns an earlier answer as the items to send, or `undefined` if another model wrote the answer.
 * @param answer.calls calls with a result.
 */
export function toSentItems(
  message: ChatRequestMessage,
  { model, text, calls }: Answer,
): InputItem[] | undefined {
  const kept = message[responseItemsField]
  if (!isRecord(kept) || kept['model'] !== model) return undefined
  const answered = new Set(calls.map(getCallId))
  const items = asList(kept['items'])
    .filter(isRecord)
    .map((item) => withField(item, 'status', undefined) as OutputItem)
    .filter((item) => getCallId(item) === undefined || answered.has(getCallId(item)))
  const known = new Set(items.map(getCallId))
  return [...withText(items, text), ...calls.filter((call) => !known.has(getCallId(call)))]
}

const getCallId = (item: OutputItem): string | undefined =>
  'call_id' in item ? item.call_id : undefined

function withText(items: readonly OutputItem[], text: string): InputItem[] {
  const written = items.flatMap((item) =>
    item.type === 'message'
      ? item.content.map((part) => ('text' in part ? part.text : part.refusal))
      : [],
  )
  if (written.join('').trim() === text.trim()) return [...items]
  const first = items.find(({ type }) => type === 'message')
  const sent = { type: 'message' as const, role: 'assistant' as const, content: text }
  const changed = items.flatMap((item): InputItem[] => {
    if (item.type !== 'message') return [item]
    return item === first && text !== '' ? [sent] : []
  })
  return first || text === '' ? changed : [...changed, sent]
}
