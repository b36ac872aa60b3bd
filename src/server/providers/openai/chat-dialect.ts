import { asRecord } from '#lib/fields.ts'
import type { ChatDelta, ChatRequest } from '../../ports/chat-provider.ts'
import { done, recordIn, type AnswerReader } from './answer-reader.ts'
import { toDelta } from './chat-chunk.ts'
import { createSameChunks } from './same-chunks.ts'
import type { ClientConnection } from './client-connection.ts'
import { createLearnedFields } from './quirks/learned-fields.ts'
import { withQuirks, withThoughts, type VendorQuirks } from './quirks/vendor-quirks.ts'
import type { ChatDialect } from './stream-chat.ts'
import { cutOff } from './upstream-errors.ts'

/** OpenAI's chat completions. */
export const createChatDialect = (
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
  quirks: VendorQuirks = {},
): ChatDialect => {
  const learned = createLearnedFields()
  return {
    toBody: (request: ChatRequest) => {
      const body = withQuirks(request, quirks)
      body['stream'] = true
      body['stream_options'] = { ...asRecord(request['stream_options']), include_usage: true }
      return learned.apply(request.model, body)
    },
    amend: ({ model }, body, text) => learned.learn(model, body, text),
    openReader: () => createChatReader(connection, quirks),
  }
}

export function createChatReader(
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
  { countsThoughtsApart }: VendorQuirks = {},
): AnswerReader {
  const read = (record: object | undefined): ChatDelta | undefined => {
    const delta = record && toDelta(record)
    if (delta?.usage && countsThoughtsApart) delta.usage = withThoughts(delta.usage)
    return delta
  }
  const same = createSameChunks(toDelta)
  return {
    read(event) {
      if (event.data === '[DONE]') return done
      const text = event.event === undefined ? same.wordsOf(event.data) : undefined
      if (text !== undefined) return { text }
      const delta = read(recordIn(connection, event))
      if (delta) same.learn(event.data, delta)
      return delta
    },
    readWhole(data) {
      const delta = read(recordIn(connection, { event: undefined, data }))
      if (!delta) throw cutOff()
      return delta
    },
  }
}
