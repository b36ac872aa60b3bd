import { isRecord, type Fields } from '#lib/fields.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'

/**
 * Returns a function that removes a repeated answer from the last record. MiniMax and Coze repeat
 * the whole answer as a `message`.
 */
export function createRepeatFilter() {
  let text = ''
  let reasoning = ''
  return (delta: ChatDelta | undefined, choice: Fields | undefined): ChatDelta | undefined => {
    if (!delta) return delta
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
