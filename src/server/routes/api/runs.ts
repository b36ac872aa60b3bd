import { Hono, type Context } from 'hono'
import type { ChatService } from '../../chat/chat-service.ts'
import { eventStream } from '../../sse.ts'

/** `/api/runs`. */
export const runRoutes = ({ chat }: { chat: ChatService }) =>
  new Hono()
    .get('/:id/events', (c) => sendRunEvents(c, chat, c.req.param('id')))
    .post('/:id/stop', async (c) => c.json({ run: await chat.stopRun(c.req.param('id')) }))

/** Streams a run from where the reader is: `Last-Event-ID`, or `?after=` for readers that cannot set it. */
export async function sendRunEvents(
  c: Context,
  chat: ChatService,
  runId: string,
): Promise<Response> {
  const lastEventId = c.req.header('last-event-id') ?? c.req.query('after')
  // Before the stream begins, so that an unknown run is answered with a status.
  const follow = await chat.followRun(runId, lastEventId)
  return eventStream(c, async (send, signal) => {
    for await (const { id, event } of follow(signal)) {
      await send({ data: event, ...(id !== undefined && { id }) })
    }
  })
}
