import type { ForeignMessage } from './foreign-conversation.ts'

/** Maximum number of listed problems of an import. Further problems are only counted. */
export const problemsMax = 500
const messagesPerPart = 100
/**
 * Maximum length of a batch of messages, in UTF-16 units. The database takes about 20 ms to index a
 * batch.
 */
const lengthPerPart = 32 * 1024

/** Splits messages into batches that are small enough to be copied or stored at once. */
export function* toBatches(
  messages: readonly ForeignMessage[],
  messagesMax = messagesPerPart,
): Generator<ForeignMessage[]> {
  let batch: ForeignMessage[] = []
  let length = 0
  for (const message of messages) {
    const own = getLength(message)
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

function getLength({
  text,
  reasoning = '',
  toolCalls = [],
  run,
  files = [],
}: ForeignMessage): number {
  let length = text.length + reasoning.length
  for (const call of toolCalls) length += call.arguments.length + (call.result?.length ?? 0)
  for (const { quote } of run?.sources ?? []) length += quote.length
  for (const file of files) length += (file.bytes?.length ?? 0) + (file.text?.length ?? 0)
  return length
}
