import { Hono } from 'hono'
import {
  createImportSchema,
  importSourceLengthMax,
  readImportSchema,
  type ImportChanges,
  type ImportDraft,
  type ImportedModel,
  type ImportList,
} from '#contract/model-imports.ts'
import type { ConnectionService } from '../../../connections/connection-service.ts'
import { readJsonBody } from '../../../http/validate.ts'
import type { RouteRules } from '../route-rules.ts'

/**
 * Maximum size of a request in bytes: twice the longest source, because JSON escapes the quotes and
 * line ends of a workflow.
 */
const bodyBytesMax = importSourceLengthMax * 2

export const modelImportRules: RouteRules = { permit: [['/*', 'models']] }

/** Creates the routes of `/api/model-imports`, which add models that a service does not list. */
export const modelImportRoutes = ({ connections }: { connections: ConnectionService }) =>
  new Hono()
    .get('/', (c) => c.json(connections.imports.list() satisfies ImportList))
    .post('/read', async (c) => {
      const request = await readJsonBody(c, readImportSchema, bodyBytesMax)
      return c.json(
        (await connections.imports.read(request, c.req.raw.signal)) satisfies ImportDraft,
      )
    })
    .post('/', async (c) => {
      const request = await readJsonBody(c, createImportSchema, bodyBytesMax)
      const made = await connections.imports.create(request, c.req.raw.signal)
      return c.json(made satisfies ImportedModel, 201)
    })
    .post('/:id/compare', async (c) => {
      const changes = await connections.imports.compare(c.req.param('id'), c.req.raw.signal)
      return c.json(changes satisfies ImportChanges)
    })
    .post('/:id/refresh', async (c) => {
      const made = await connections.imports.refresh(c.req.param('id'), c.req.raw.signal)
      return c.json(made satisfies ImportedModel)
    })
    .delete('/:id', async (c) => {
      await connections.imports.remove(c.req.param('id'))
      return c.body(null, 204)
    })
