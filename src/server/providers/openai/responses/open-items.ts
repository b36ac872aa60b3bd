import { asString, isRecord, type Fields } from '#lib/fields.ts'
import type { ChatDelta } from '../../../ports/chat-provider.ts'
import type { OutputItem } from './wire.ts'

type OpenCall = { id: unknown; index: number; isCustom: boolean; hasArguments: boolean }

/** Converts the events of one answer to chat deltas. */
export function createOpenItems() {
  const calls = new Map<unknown, OpenCall>()
  const output: [at: number, item: OutputItem][] = []
  const spoken = new Set<unknown>()
  let callCount = 0
  let hasText = false
  let reasoningParts = 0

  const openCall = (at: unknown, item: Fields): ChatDelta => {
    const isCustom = item['type'] === 'custom_tool_call'
    const id = item['call_id']
    const call = { id, index: callCount++, isCustom, hasArguments: false }
    calls.set(at, call)
    return callDelta(call, item)
  }
  const growCall = (at: unknown, piece: string) => growOne(calls.get(at), piece)
  const growOne = (call: OpenCall | undefined, piece: string): ChatDelta | undefined => {
    if (!call || piece === '') return undefined
    call.hasArguments = true
    const grown = call.isCustom ? { custom: { input: piece } } : { function: { arguments: piece } }
    return { toolCalls: [{ index: call.index, ...grown }] }
  }

  const grow = (at: unknown, piece: ChatDelta): ChatDelta => {
    spoken.add(at)
    if (piece.text) hasText = true
    return piece
  }
  const end = (at: unknown, item: Fields): ChatDelta | undefined => {
    output.push([typeof at === 'number' ? at : output.length, item as OutputItem])
    if (isCall(item)) return endCall(at, item)
    if (spoken.has(at)) return undefined
    if (item['type'] === 'message') {
      const whole = wholeMessage(item)
      return whole && grow(at, whole)
    }
    if (item['type'] === 'reasoning') return wholeReasoning(item)
    if (item['type'] === 'image_generation_call') return picture(item)
    return undefined
  }

  return {
    begin(at: unknown, item: Fields): ChatDelta | undefined {
      return isCall(item) ? openCall(at, item) : undefined
    },
    growCall,
    grow,
    endText: (at: unknown, whole: ChatDelta): ChatDelta | undefined =>
      spoken.has(at) ? undefined : grow(at, whole),
    beginReasoning(): ChatDelta | undefined {
      return reasoningParts++ > 0 ? { reasoning: '\n\n' } : undefined
    },
    end,
    /** Ends the items of a complete response for which no event arrived. */
    endMissing(items: readonly Fields[]): (ChatDelta | undefined)[] {
      const hadCalls = callCount > 0
      const hadText = hasText
      const hadItems = output.length > 0 || spoken.size > 0
      return items.map((item, at) => {
        const isKnown = isCall(item) ? hadCalls : item['type'] === 'message' ? hadText : hadItems
        return isKnown ? undefined : end(at, item)
      })
    },
    hasCalls: () => callCount > 0,
    output: () => output.toSorted(([a], [b]) => a - b).map(([, item]) => item),
  }

  function endCall(at: unknown, item: Fields): ChatDelta | undefined {
    const isSame = (call: OpenCall) => call.id === item['call_id']
    const here = calls.get(at)
    // Some services send the same index for all items, so the id is compared as well.
    const known = here && isSame(here) ? here : [...calls.values()].findLast(isSame)
    const opened = known && (known === here || known.id) ? undefined : openCall(at, item)
    const call = opened ? calls.get(at) : known
    if (call?.hasArguments === true) return undefined
    const given = item['arguments'] ?? item['input']
    const rest = growOne(call, isRecord(given) ? JSON.stringify(given) : asString(given))
    const toolCalls = [...(opened?.toolCalls ?? []), ...(rest?.toolCalls ?? [])]
    return toolCalls.length > 0 ? { toolCalls } : undefined
  }
}

function callDelta({ id, index, isCustom }: OpenCall, item: Fields): ChatDelta {
  const name = asString(item['name'])
  const call = isCustom
    ? { index, id, type: 'custom', custom: { name, input: '' } }
    : { index, id, type: 'function', function: { name, arguments: '' } }
  return { toolCalls: [call] }
}

const isCall = ({ type }: Fields) => type === 'function_call' || type === 'custom_tool_call'

function wholeMessage(item: Fields): ChatDelta | undefined {
  const parts = getParts(item['content'])
  const text = parts.map((part) => asString(part['text'])).join('')
  const refusal = parts.map((part) => asString(part['refusal'])).join('')
  return text || refusal ? readContentPart({ text, refusal }) : undefined
}

export const readContentPart = ({ text, refusal }: Fields): ChatDelta => ({
  ...(typeof text === 'string' && text && { text }),
  ...(typeof refusal === 'string' && refusal && { extra: { refusal } }),
})

function wholeReasoning(item: Fields): ChatDelta | undefined {
  const summary = getParts(item['summary'])
  const parts = summary.length > 0 ? summary : getParts(item['content'])
  const reasoning = parts.map((part) => asString(part['text'])).join('\n\n')
  return reasoning ? { reasoning } : undefined
}

const getParts = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])

function picture({ result, output_format: format }: Fields): ChatDelta | undefined {
  if (typeof result !== 'string' || result === '') return undefined
  const url = `data:image/${asString(format) || 'png'};base64,${result}`
  return { extra: { images: [{ type: 'image_url', image_url: { url } }] } }
}
