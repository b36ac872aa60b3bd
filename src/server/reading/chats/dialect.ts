import type { z } from 'zod'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import type { ForeignConversation } from './foreign-conversation.ts'

/** How another program writes its conversations. */
export type Dialect<T> = {
  source: ImportAnswer['source']
  /** The field by which a conversation of theirs is known. */
  mark: string
  schema: z.ZodType<T>
  /** @param title never empty. */
  toConversation: (from: T, title: string) => ForeignConversation
}
