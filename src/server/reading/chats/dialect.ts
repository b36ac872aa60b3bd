import type { z } from 'zod'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import type { ForeignConversation } from './foreign-conversation.ts'

export type Dialect<T> = {
  source: ImportAnswer['source']
  /** Name of a field that identifies conversations in this format. */
  mark: string
  schema: z.ZodType<T>
  /** @param title never empty. */
  toConversation: (from: T, title: string) => ForeignConversation
}
