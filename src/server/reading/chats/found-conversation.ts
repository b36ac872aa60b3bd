import type { z } from 'zod'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import { cutText } from '#lib/cut-text.ts'
import type { ForeignConversation } from './foreign-conversation.ts'

/** A conversation, or the reason why it cannot be read. */
export type FoundConversation = ForeignConversation | { problem: ImportAnswer['problems'][number] }

/** @param title of the conversation, if known. */
export function unknownForm(
  title: string,
  error: z.core.$ZodError,
): ImportAnswer['problems'][number] {
  const where = cutText(error.issues[0]?.path.join('.') ?? '', 200)
  return {
    title: cutText(title, 200),
    message: `It has an unknown format (${where}).`,
  }
}
