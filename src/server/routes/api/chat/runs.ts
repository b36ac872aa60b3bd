import { setImmediate as othersTurn } from 'node:timers/promises'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { decideToolCallSchema } from '#contract/chat/chat.ts'
import { setEncodingSchema } from '#contract/documents.ts'
import { toolAnswerSchema } from '#contract/chat/tool-question.ts'
import type { ChatService } from '../../../chat/chat-service.ts'
import { eventStream } from '../../../http/sse.ts'
import { parseOr400, readJsonBody } from '../../../http/validate.ts'

const indexSchema = z.coerce.number().int().min(0).max(10_000)
const decisionBytesMax = 1024
const answerBytesMax = 256 * 1024
/** Length of a delta, in UTF-16 units, after which other requests may run before the next delta. */
const longDelta = 8 * 1024

export const runRoutes = ({ chat }: { chat: ChatService }) =>
  new Hono()
    .get('/:id', async (c) => c.json({ run: await chat.getRun(c.req.param('id')) }))
    .get('/:id/events', (c) => sendRunEvents(c, chat, c.req.param('id')))
    .post('/:id/stop', async (c) => c.json({ run: await chat.stopRun(c.req.param('id')) }))
    .post('/:id/tool-calls/:index', async (c) => {
      const index = parseOr400(indexSchema, c.req.param('index'))
      const decision = await readJsonBody(c, decideToolCallSchema, decisionBytesMax)
      return c.json({ run: await chat.decideToolCall(c.req.param('id'), index, decision) })
    })
    .post('/:id/tool-calls/:index/answer', async (c) => {
      const index = parseOr400(indexSchema, c.req.param('index'))
      const answer = await readJsonBody(c, toolAnswerSchema, answerBytesMax)
      await chat.answerToolQuestion(c.req.param('id'), { index, ...answer })
      return c.body(null, 204)
    })
    .put('/:id/tool-calls/:index/encoding', async (c) => {
      const index = parseOr400(indexSchema, c.req.param('index'))
      const { encoding } = await readJsonBody(c, setEncodingSchema, decisionBytesMax)
      return c.json({ run: await chat.setPageEncoding(c.req.param('id'), { index, encoding }) })
    })

/**
 * Streams a run from the event after `Last-Event-ID`, or `?after=` for clients that cannot set the
 * header. With `?once=1` the stream ends with the run's newest event.
 */
export async function sendRunEvents(
  c: Context,
  chat: ChatService,
  runId: string,
): Promise<Response> {
  const lastEventId = c.req.header('last-event-id') ?? c.req.query('after')
  const isOnce = c.req.query('once') === '1'
  // The run is looked up first, because the status of a begun stream cannot become an error.
  const follow = await chat.followRun(runId, lastEventId, isOnce)
  return eventStream(c, async (send, signal) => {
    for await (const { id, event } of follow(signal)) {
      await send({ data: event, ...(id !== undefined && { id }) })
      // Yields to other requests, because a large stored answer consists of many long deltas.
      if ('delta' in event && event.delta.length > longDelta) await othersTurn()
    }
  })
}
