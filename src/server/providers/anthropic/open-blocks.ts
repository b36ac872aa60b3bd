import { asString, isRecord, type Fields } from '#lib/fields.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { thinkingField } from './message-blocks.ts'

type OpenBlock =
  | { kind: 'thinking'; thinking: string; signature: string }
  | { kind: 'redacted'; block: Fields }
  | { kind: 'call'; index: number; hasInput: boolean; input: unknown }

/** Converts the content blocks of one answer to OpenAI's deltas. `at` is the index of a block. */
export function createOpenBlocks() {
  const open = new Map<number, OpenBlock>()
  let callCount = 0

  const begin = (at: number, block: Fields): ChatDelta | undefined => {
    switch (block['type']) {
      case 'text':
        return textDelta(block['text'])
      case 'thinking': {
        const thinking = asString(block['thinking'])
        open.set(at, { kind: 'thinking', thinking, signature: asString(block['signature']) })
        return thinking ? { reasoning: thinking } : undefined
      }
      case 'redacted_thinking':
        open.set(at, { kind: 'redacted', block })
        return undefined
      case 'tool_use': {
        const index = callCount++
        open.set(at, { kind: 'call', index, hasInput: false, input: block['input'] })
        const called = { name: block['name'], arguments: '' }
        return { toolCalls: [{ index, id: block['id'], type: 'function', function: called }] }
      }
      default:
        return undefined
    }
  }

  const goOn = (at: number, delta: Fields): ChatDelta | undefined => {
    const block = open.get(at)
    switch (delta['type']) {
      case 'text_delta':
        return textDelta(delta['text'])
      case 'thinking_delta': {
        const thinking = asString(delta['thinking'])
        if (block?.kind === 'thinking') block.thinking += thinking
        return thinking ? { reasoning: thinking } : undefined
      }
      case 'signature_delta':
        if (block?.kind === 'thinking') block.signature += asString(delta['signature'])
        return undefined
      case 'input_json_delta': {
        const piece = asString(delta['partial_json'])
        if (block?.kind !== 'call' || piece === '') return undefined
        block.hasInput = true
        return { toolCalls: [{ index: block.index, function: { arguments: piece } }] }
      }
      default:
        return undefined
    }
  }

  const end = (at: number): ChatDelta | undefined => {
    const block = open.get(at)
    open.delete(at)
    if (block?.kind === 'thinking') {
      const { thinking, signature } = block
      return { extra: { [thinkingField]: [{ type: 'thinking', thinking, signature }] } }
    }
    if (block?.kind === 'redacted') return { extra: { [thinkingField]: [block.block] } }
    if (block?.kind !== 'call' || block.hasInput) return undefined
    // No JSON arrived as deltas: the call has no arguments, or a complete answer contains them
    // here.
    const given = isRecord(block.input) ? block.input : {}
    return {
      toolCalls: [{ index: block.index, function: { arguments: JSON.stringify(given) } }],
    }
  }

  return { begin, goOn, end }
}

const textDelta = (text: unknown): ChatDelta | undefined =>
  typeof text === 'string' && text ? { text } : undefined
