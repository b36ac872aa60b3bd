import * as z from 'zod/mini'
import { messageBytesMax } from './chat.ts'

/** Messages of a temporary chat; it is sent whole with each question. */
export const temporaryMessagesMax = 500

/**
 * `POST /api/temporary-answers`: an answer of which nothing is stored, neither the question nor the words. Its
 * events are those of a run (`runEventSchema`) that nobody can come back to: it ends when its reader hangs up.
 */
export const temporaryQuestionSchema = z.object({
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
  /** From the first to the question. */
  messages: z
    .array(
      z.object({
        role: z.enum(['user', 'assistant']),
        text: z.string().check(z.minLength(1), z.maxLength(messageBytesMax)),
      }),
    )
    .check(z.minLength(1), z.maxLength(temporaryMessagesMax)),
})
export type TemporaryQuestion = z.infer<typeof temporaryQuestionSchema>
