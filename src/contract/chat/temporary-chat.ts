import * as z from 'zod/mini'
import { messageBytesMax } from './chat.ts'

/** Messages of a temporary chat; it is sent whole with each question. */
export const temporaryMessagesMax = 500

export const picturesInMessageMax = 4
/** UTF-16 units of a picture's `data:` address. */
export const pictureUrlLengthMax = 500_000
const pictureUrl = /^data:image\/(?:jpeg|png|webp);base64,[\w+/]+=*$/

/**
 * `POST /api/temporary-answers`: an answer of which nothing is stored, neither the question nor the words. Its
 * events are those of a run (`runEventSchema`) that nobody can come back to: it ends when its reader hangs up.
 */
export const temporaryQuestionSchema = z.object({
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
  /** From the first to the question. */
  messages: z
    .array(
      z
        .object({
          role: z.enum(['user', 'assistant']),
          /** Empty only where there are pictures. */
          text: z.string().check(z.maxLength(messageBytesMax)),
          /** As `data:` addresses. */
          pictures: z.optional(
            z
              .array(z.string().check(z.maxLength(pictureUrlLengthMax), z.regex(pictureUrl)))
              .check(z.maxLength(picturesInMessageMax)),
          ),
        })
        .check(z.refine(({ text, pictures = [] }) => text !== '' || pictures.length > 0)),
    )
    .check(z.minLength(1), z.maxLength(temporaryMessagesMax)),
})
export type TemporaryQuestion = z.infer<typeof temporaryQuestionSchema>
