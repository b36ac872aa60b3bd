import * as z from 'zod/mini'
import { messageBytesMax } from './chat.ts'
import { storedSettingsSchema } from './settings.ts'

/** Maximum number of messages in a temporary chat, which every request contains. */
export const temporaryMessagesMax = 500

export const picturesInMessageMax = 4
/** Maximum length of a picture's `data:` URL, in UTF-16 units. */
export const pictureUrlLengthMax = 500_000
const pictureUrl = /^data:image\/(?:jpeg|png|webp);base64,[\w+/]+=*$/

/**
 * Body of `POST /api/temporary-answers`, which stores nothing. The events are those of
 * `runEventSchema`, but the run ends when the client disconnects.
 */
export const temporaryQuestionSchema = z.object({
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
  settings: z.optional(storedSettingsSchema),
  messages: z
    .array(
      z
        .object({
          role: z.enum(['user', 'assistant']),
          /** May be empty only if the message has pictures. */
          text: z.string().check(z.maxLength(messageBytesMax)),
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
