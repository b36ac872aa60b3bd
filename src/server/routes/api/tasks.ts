import { Hono } from 'hono'
import { z } from 'zod'
import { createTaskSchema, paramsBytesMax, type StepList } from '#contract/tasks.ts'
import { ownAddress } from '../../access/own-origin.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { TaskService } from '../../generation/task-service.ts'
import { sendJson } from '../../http/send-json.ts'
import { eventStream } from '../../http/sse.ts'
import { parseOr400, readJsonBody } from '../../http/validate.ts'

const limitSchema = z.coerce.number().int().min(1).max(200).default(50)
const lastEventIdSchema = z.coerce.number().int().positive().optional().catch(undefined)
const bodyBytesMax = paramsBytesMax + 4096

export const taskRoutes = (tasks: TaskService) =>
  new Hono()
    .get('/', async (c) =>
      sendJson(c, await tasks.list(parseOr400(limitSchema, c.req.query('limit')))),
    )
    .post('/', async (c) => {
      const request = await readJsonBody(c, createTaskSchema, bodyBytesMax)
      return c.json(await tasks.create(request, { ownAddress: ownAddress(c) }), 201)
    })
    .get('/usual', async (c) => c.json(await tasks.usualTimes()))
    .get('/steps/:assetId', async (c) =>
      c.json({ steps: await tasks.steps(c.req.param('assetId')) } satisfies StepList),
    )
    .get('/:id', async (c) => c.json(found(await tasks.find(c.req.param('id')))))
    .get('/:id/preview', async (c) => {
      const glb = await tasks.preview(c.req.param('id'))
      if (!glb) throw new HttpError('not_found', 'This task has no preview.')
      c.header('content-type', 'model/gltf-binary')
      c.header('cache-control', 'no-store')
      return c.body(Uint8Array.from(glb))
    })
    .post('/:id/cancel', async (c) => c.json(found(await tasks.cancel(c.req.param('id')))))
    .get('/:id/events', async (c) => {
      const after = lastEventIdSchema.parse(c.req.header('last-event-id'))
      const stop = new AbortController()
      // The task is looked up first, because the status of a begun stream cannot become an error.
      const moves = await tasks.follow(c.req.param('id'), { after, signal: stop.signal })
      return eventStream(c, async (send, signal) => {
        signal.addEventListener('abort', () => stop.abort(), { once: true })
        for await (const { seq, event } of moves) await send({ id: String(seq), data: event })
      })
    })

function found<T>(task: T | undefined): T {
  if (!task) throw new HttpError('not_found', 'This task does not exist.')
  return task
}
