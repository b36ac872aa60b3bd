import { Hono } from 'hono'
import { messageBytesMax } from '#contract/chat/chat.ts'
import { temporaryQuestionSchema } from '#contract/chat/temporary-chat.ts'
import type { TemporaryAnswers } from '../../../chat/temporary/temporary-answers.ts'
import { eventStream } from '../../../http/sse.ts'
import { readJsonBody } from '../../../http/validate.ts'

/**
 * Maximum size of a request in bytes. A request contains a whole chat, and JSON may escape one byte
 * as six.
 */
const bodyBytesMax = 6 * messageBytesMax

export const temporaryAnswerRoutes = ({
  temporaryAnswers,
}: {
  temporaryAnswers: TemporaryAnswers
}) =>
  new Hono().post('/', async (c) => {
    const question = await readJsonBody(c, temporaryQuestionSchema, bodyBytesMax)
    // The model is looked up first, because the status of a begun stream cannot become an error.
    const follow = await temporaryAnswers.begin(question, c.req.raw.signal)
    return eventStream(c, async (send, signal) => {
      for await (const { event } of follow(signal)) await send({ data: event })
    })
  })
