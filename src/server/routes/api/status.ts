import { Hono } from 'hono'
import type { ServerStatus, ShrunkDatabase } from '#contract/server-status.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { TaskService } from '../../generation/task-service.ts'
import { asServer } from '../../store/owner-scope.ts'
import type { RouteRules } from './route-rules.ts'

type StatusRoutesOptions = {
  serverStatus: () => Promise<ServerStatus>
  shrinkDatabase: () => Promise<ShrunkDatabase>
  tasks: Pick<TaskService, 'cancel'>
}

export const statusRules: RouteRules = { permit: [['/*', 'status']] }

export const statusRoutes = ({ serverStatus, shrinkDatabase, tasks }: StatusRoutesOptions) =>
  new Hono()
    .get('/', async (c) => {
      c.header('Cache-Control', 'no-store')
      return c.json(await asServer(serverStatus))
    })
    .post('/shrink', async (c) => c.json(await asServer(shrinkDatabase)))
    // Admins can cancel a task of any person.
    .post('/tasks/:id/cancel', async (c) => {
      const task = await asServer(() => tasks.cancel(c.req.param('id')))
      if (!task) throw new HttpError('not_found', 'There is no such task.')
      return c.body(null, 204)
    })
