import { Hono } from 'hono'
import {
  pauseScheduleSchema,
  putScheduleSchema,
  startScheduleSchema,
} from '#contract/chat/schedules.ts'
import { idSchema } from '#contract/id.ts'
import type { Schedules } from '../../../chat/schedules/schedules.ts'
import { parseOr400, readJsonBody } from '../../../http/validate.ts'

const bodyBytesMax = 256 * 1024

export const scheduleRoutes = ({ schedules }: { schedules: Schedules }) =>
  new Hono()
    .get('/', async (c) => c.json({ schedules: await schedules.list() }))
    .put('/:id', async (c) => {
      const id = parseOr400(idSchema, c.req.param('id'))
      const wanted = await readJsonBody(c, putScheduleSchema, bodyBytesMax)
      return c.json(await schedules.put(id, wanted, c.req.raw.signal))
    })
    .patch('/:id', async (c) => {
      const { isPaused } = await readJsonBody(c, pauseScheduleSchema, bodyBytesMax)
      return c.json(await schedules.setPaused(c.req.param('id'), isPaused))
    })
    .delete('/:id', async (c) => {
      await schedules.remove(c.req.param('id'))
      return c.body(null, 204)
    })
    .get('/:id/runs', async (c) => c.json({ runs: await schedules.listRuns(c.req.param('id')) }))
    .post('/:id/runs', async (c) => {
      const { id } = await readJsonBody(c, startScheduleSchema, bodyBytesMax)
      return c.json(await schedules.runNow(c.req.param('id'), id), 201)
    })
