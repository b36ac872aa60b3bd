import { Hono } from 'hono'
import {
  changeWebApiSchema,
  createWebApiSchema,
  type WebApi,
  type WebApiList,
  type WebApiOperations,
} from '#contract/web-apis.ts'
import type { Audit } from '../../audit/audit.ts'
import { readJsonBody } from '../../http/validate.ts'
import type { WebApiService } from '../../web-apis/web-api-service.ts'
import type { RouteRules } from './route-rules.ts'

/** Maximum size of a request in bytes: enough for the largest document as a JSON string. */
const bodyBytesMax = 24 * 1024 * 1024

export const webApiRules: RouteRules = { permit: [['/*', 'connections', 'manage']] }

export const webApiRoutes = ({ webApis, audit }: { webApis: WebApiService; audit: Audit }) =>
  new Hono()
    .get('/', (c) => c.json(webApis.list() satisfies WebApiList))
    .get('/:id/operations', (c) =>
      c.json(webApis.operations(c.req.param('id')) satisfies WebApiOperations),
    )
    .post('/', async (c) => {
      const request = await readJsonBody(c, createWebApiSchema, bodyBytesMax)
      const made = await webApis.create(request, c.req.raw.signal)
      audit.note({ kind: 'connection_made', subject: getLabel(made) })
      return c.json(made satisfies WebApi, 201)
    })
    .patch('/:id', async (c) => {
      const change = await readJsonBody(c, changeWebApiSchema, bodyBytesMax)
      const changed = await webApis.change(c.req.param('id'), change)
      audit.note({ kind: 'connection_changed', subject: getLabel(changed) })
      return c.json(changed satisfies WebApi)
    })
    .post('/:id/refresh', async (c) =>
      c.json((await webApis.refresh(c.req.param('id'), c.req.raw.signal)) satisfies WebApi),
    )
    .delete('/:id', async (c) => {
      const id = c.req.param('id')
      await webApis.remove(id)
      audit.note({ kind: 'connection_deleted', subject: `API ${id}` })
      return c.body(null, 204)
    })

const getLabel = ({ id, name }: WebApi): string => `API ${id} “${name}”`
