import type { ImportAnswer } from '#contract/chat/transfer.ts'
import type { Fields } from '#lib/fields.ts'
import type { ForeignConversation } from './foreign-conversation.ts'

export type Dialect = {
  source: ImportAnswer['source']
  /** Name of a field that identifies conversations in this format. */
  mark: string
  /** Returns the other program's id. Empty if there is none. */
  idIn: (from: Fields) => string
  titleIn: (from: Fields) => string
  /**
   * Invalid fields count as absent.
   * @param id of the conversation on this server.
   */
  toConversation: (from: Fields, id: string) => DialectConversation
}

export type DialectConversation = Omit<ForeignConversation, 'id' | 'title'> & {
  /** Path of the first message that could not be read. */
  unreadable?: string | undefined
}
