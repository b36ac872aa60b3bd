import { isRecord, type Fields } from '#lib/fields.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'

/**
 * Returns a function that removes the text and reasoning from a last record that repeats the whole
 * answer as a `message` (MiniMax, Coze).
 */
export function createRepeatFilter() {
  let text = ''
  let reasoning = ''
  return (delta: ChatDelta | undefined, choice: Fields | undefined): ChatDelta | undefined => {
    if (!delta) return delta
    // Perplexity sends the whole message beside each delta.
    const isDelta = isRecord(choice?.['delta']) || !isRecord(choice?.['message'])
    if (isDelta) {
      text += delta.text ?? ''
      reasoning += delta.reasoning ?? ''
      return delta
    }
    const rest: ChatDelta = { ...delta }
    if (text !== '' && delta.text?.startsWith(text)) rest.text = delta.text.slice(text.length)
    if (reasoning !== '' && delta.reasoning?.startsWith(reasoning))
      rest.reasoning = delta.reasoning.slice(reasoning.length)
    return rest
  }
}
