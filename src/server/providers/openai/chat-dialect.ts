import type { ChatRequest } from '../../ports/chat-provider.ts'
import { done, recordIn, type AnswerReader } from './answer-reader.ts'
import { toDelta } from './chat-chunk.ts'
import { createSameChunks } from './same-chunks.ts'
import type { ClientConnection } from './client-connection.ts'
import type { ChatDialect } from './stream-chat.ts'
import { cutOff } from './upstream-errors.ts'

/** OpenAI's chat completions. */
export const createChatDialect = (
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
): ChatDialect => ({
  toBody: (request: ChatRequest) => ({
    ...request,
    stream: true,
    stream_options: { ...asObject(request['stream_options']), include_usage: true },
  }),
  openReader: () => createChatReader(connection),
})

export function createChatReader(
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
): AnswerReader {
  const same = createSameChunks(toDelta)
  return {
    read(event) {
      if (event.data === '[DONE]') return done
      const text = event.event === undefined ? same.wordsOf(event.data) : undefined
      if (text !== undefined) return { text }
      const record = recordIn(connection, event)
      const delta = record && toDelta(record)
      if (delta) same.learn(event.data, delta)
      return delta
    },
    readWhole(data) {
      const record = recordIn(connection, { event: undefined, data })
      const delta = record && toDelta(record)
      if (!delta) throw cutOff()
      return delta
    },
  }
}

const asObject = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})
