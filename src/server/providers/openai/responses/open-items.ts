import { asString, isRecord, type Fields } from '#lib/fields.ts'
import type { ChatDelta } from '../../../ports/chat-provider.ts'
import type { OutputItem } from './wire.ts'

type OpenCall = { index: number; isCustom: boolean; hasArguments: boolean }

/** Converts the output items of one answer to chat deltas, event by event. */
export function createOpenItems() {
  const calls = new Map<unknown, OpenCall>()
  const output = new Map<number, OutputItem>()
  const spoken = new Set<unknown>()
  let reasoningParts = 0

  const openCall = (at: unknown, item: Fields): ChatDelta => {
    const isCustom = item['type'] === 'custom_tool_call'
    const call = { index: calls.size, isCustom, hasArguments: false }
    calls.set(at, call)
    const id = item['call_id']
    const name = asString(item['name'])
    return {
      toolCalls: [
        isCustom
          ? { index: call.index, id, type: 'custom', custom: { name, input: '' } }
          : { index: call.index, id, type: 'function', function: { name, arguments: '' } },
      ],
    }
  }
  const growCall = (at: unknown, piece: string): ChatDelta | undefined => {
    const call = calls.get(at)
    if (!call || piece === '') return undefined
    call.hasArguments = true
    const grown = call.isCustom ? { custom: { input: piece } } : { function: { arguments: piece } }
    return { toolCalls: [{ index: call.index, ...grown }] }
  }

  return {
    begin(at: unknown, item: Fields): ChatDelta | undefined {
      return isCall(item) ? openCall(at, item) : undefined
    },
    growCall,
    grow(at: unknown, piece: ChatDelta): ChatDelta {
      spoken.add(at)
      return piece
    },
    beginReasoning(): ChatDelta | undefined {
      return reasoningParts++ > 0 ? { reasoning: '\n\n' } : undefined
    },
    /** Stores a complete item. Returns the part of it that was not streamed before. */
    end(at: unknown, item: Fields): ChatDelta | undefined {
      output.set(typeof at === 'number' ? at : output.size, item as OutputItem)
      if (isCall(item)) return endCall(at, item)
      if (spoken.has(at)) return undefined
      if (item['type'] === 'message') return wholeMessage(item)
      if (item['type'] === 'reasoning') return wholeReasoning(item)
      if (item['type'] === 'image_generation_call') return picture(item)
      return undefined
    },
    hasCalls: () => calls.size > 0,
    output: () => [...output].toSorted(([a], [b]) => a - b).map(([, item]) => item),
  }

  function endCall(at: unknown, item: Fields): ChatDelta | undefined {
    const opened = calls.has(at) ? undefined : openCall(at, item)
    if (calls.get(at)?.hasArguments === true) return undefined
    const rest = growCall(at, asString(item['arguments'] ?? item['input']))
    const toolCalls = [...(opened?.toolCalls ?? []), ...(rest?.toolCalls ?? [])]
    return toolCalls.length > 0 ? { toolCalls } : undefined
  }
}

const isCall = ({ type }: Fields) => type === 'function_call' || type === 'custom_tool_call'

function wholeMessage(item: Fields): ChatDelta | undefined {
  const parts = partsOf(item['content'])
  const text = parts.map((part) => asString(part['text'])).join('')
  const refusal = parts.map((part) => asString(part['refusal'])).join('')
  if (!text && !refusal) return undefined
  return { ...(text && { text }), ...(refusal && { extra: { refusal } }) }
}

function wholeReasoning(item: Fields): ChatDelta | undefined {
  const summary = partsOf(item['summary'])
  const parts = summary.length > 0 ? summary : partsOf(item['content'])
  const reasoning = parts.map((part) => asString(part['text'])).join('\n\n')
  return reasoning ? { reasoning } : undefined
}

const partsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])

function picture({ result, output_format: format }: Fields): ChatDelta | undefined {
  if (typeof result !== 'string' || result === '') return undefined
  const url = `data:image/${asString(format) || 'png'};base64,${result}`
  return { extra: { images: [{ type: 'image_url', image_url: { url } }] } }
}
