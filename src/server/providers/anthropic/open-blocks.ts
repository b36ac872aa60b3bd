import { asList, asString, isRecord, type Fields } from '#lib/fields.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { mergeDeltas } from './merge-deltas.ts'
import { thinkingField } from './message-blocks.ts'

type OpenBlock =
  | { kind: 'thinking'; thinking: string; signature: string }
  | { kind: 'redacted'; block: Fields }
  | { kind: 'call'; index: number; hasInput: boolean; input: unknown }

/** Converts the content blocks of one answer to OpenAI's deltas. `at` is the index of a block. */
export function createOpenBlocks() {
  const open = new Map<number, OpenBlock>()
  let callCount = 0

  /**
   * A new block ends the previous block of the same index, because some services send no end
   * events.
   */
  const begin = (at: number, block: Fields): ChatDelta | undefined =>
    open.has(at) ? mergeDeltas([end(at), beginNew(at, block)]) : beginNew(at, block)

  const beginNew = (at: number, block: Fields): ChatDelta | undefined => {
    switch (block['type']) {
      case 'text':
        return mergeDeltas([textDelta(block['text']), citing(asList(block['citations']))])
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
        const given = delta['partial_json']
        const piece = isRecord(given) ? JSON.stringify(given) : asString(given)
        if (block?.kind !== 'call' || piece === '') return undefined
        block.hasInput = true
        return { toolCalls: [{ index: block.index, function: { arguments: piece } }] }
      }
      case 'citations_delta':
        return citing([delta['citation']])
      case undefined:
        return textDelta(delta['text'])
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
    // If no JSON was streamed, the arguments are empty or contained in the block of a whole answer.
    const given =
      typeof block.input === 'string' && block.input !== ''
        ? block.input
        : JSON.stringify(isRecord(block.input) ? block.input : {})
    return { toolCalls: [{ index: block.index, function: { arguments: given } }] }
  }

  const endAll = () => [...open.keys()].map(end)

  return { begin, goOn, end, endAll }
}

/** Converts web citations. Citations of documents are skipped, because they have no URL. */
function citing(citations: readonly unknown[]): ChatDelta | undefined {
  const annotations = citations
    .filter(isRecord)
    .filter(({ url }) => typeof url === 'string')
    .map(({ url, title, cited_text: content }) => ({
      type: 'url_citation',
      url_citation: { url, title, content },
    }))
  return annotations.length > 0 ? { extra: { annotations } } : undefined
}

const textDelta = (text: unknown): ChatDelta | undefined =>
  typeof text === 'string' && text ? { text } : undefined
