import type { ImportAnswer } from '#contract/chat/transfer.ts'
import type { Fields } from '#lib/fields.ts'
import type { ForeignConversation } from './foreign-conversation.ts'

export type Dialect = {
  source: ImportAnswer['source']
  /** Name of a field that identifies conversations in this format. */
  mark: string
  /** Returns the conversation's id in the other program, or an empty text. */
  idIn: (from: Fields) => string
  titleIn: (from: Fields) => string
  /**
   * Converts a conversation. Invalid fields count as absent.
   * @param id of the conversation on this server.
   */
  toConversation: (from: Fields, id: string) => DialectConversation
}

export type DialectConversation = Omit<ForeignConversation, 'id' | 'title'> & {
  /** Path of the first message that could not be read. */
  unreadable?: string | undefined
}
