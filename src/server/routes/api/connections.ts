import { Hono } from 'hono'
import {
  changeConnectionSchema,
  createConnectionSchema,
  type Connection,
  type ConnectionList,
  type ConnectionTest,
  type FoundServices,
} from '#contract/connections.ts'
import type { Audit } from '../../audit/audit.ts'
import type { ConnectionService } from '../../connections/connection-service.ts'
import { readJsonBody } from '../../http/validate.ts'
import { storedModelRoutes } from './stored-models.ts'

const bodyBytesMax = 32 * 1024

/** `/api/connections`: the services that this server uses. */
export const connectionRoutes = ({
  connections,
  audit,
}: {
  connections: ConnectionService
  audit: Audit
}) =>
  new Hono()
    .get('/', (c) => c.json(connections.list() satisfies ConnectionList))
    .route('/', storedModelRoutes(connections))
    .get('/found', async (c) =>
      c.json({ found: await connections.find(c.req.raw.signal) } satisfies FoundServices),
    )
    .post('/', async (c) => {
      const request = await readJsonBody(c, createConnectionSchema, bodyBytesMax)
      const made = await connections.create(request)
      audit.note({ kind: 'connection_made', subject: labelOf(made) })
      return c.json(made satisfies Connection, 201)
    })
    .post('/test', async (c) => {
      const request = await readJsonBody(c, createConnectionSchema, bodyBytesMax)
      const tested = await connections.test(request, c.req.raw.signal)
      return c.json(tested satisfies ConnectionTest)
    })
    .post('/:id/test', async (c) => {
      const change = await readJsonBody(c, changeConnectionSchema, bodyBytesMax)
      const tested = await connections.testStored(c.req.param('id'), change, c.req.raw.signal)
      return c.json(tested satisfies ConnectionTest)
    })
    .patch('/:id', async (c) => {
      const change = await readJsonBody(c, changeConnectionSchema, bodyBytesMax)
      const changed = await connections.change(c.req.param('id'), change)
      audit.note({ kind: 'connection_changed', subject: labelOf(changed) })
      return c.json(changed satisfies Connection)
    })
    .delete('/:id', async (c) => {
      const id = c.req.param('id')
      await connections.remove(id)
      audit.note({ kind: 'connection_deleted', subject: id })
      return c.body(null, 204)
    })

/** `openai “OpenAI”`. */
const labelOf = ({ id, name }: Connection): string => `${id} “${name}”`
