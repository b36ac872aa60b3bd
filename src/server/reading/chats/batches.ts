import type { ForeignMessage } from './foreign-conversation.ts'

/** Problems that are told; more would help nobody. */
export const problemsMax = 20
const messagesPerPart = 100
/** In UTF-16 units. To find the words in so much takes the database some 20 ms. */
const lengthPerPart = 32 * 1024

/** Few enough messages, and short enough ones, to be copied or stored at once. */
export function* batchesOf(
  messages: readonly ForeignMessage[],
  messagesMax = messagesPerPart,
): Generator<ForeignMessage[]> {
  let batch: ForeignMessage[] = []
  let length = 0
  for (const message of messages) {
    const own = message.text.length + (message.reasoning?.length ?? 0)
    if (batch.length === messagesMax || (batch.length > 0 && length + own > lengthPerPart)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(message)
    length += own
  }
  if (batch.length > 0) yield batch
}
