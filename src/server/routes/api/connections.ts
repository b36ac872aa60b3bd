import { Hono, type Context } from 'hono'
import {
  changeConnectionSchema,
  createConnectionSchema,
  type Connection,
  type ConnectionList,
  tryModelSchema,
  type FoundServiceList,
  type TrialAnswer,
} from '#contract/connections.ts'
import type { SignedInEnv } from '../../access/guards.ts'
import { can } from '../../access/people/people.ts'
import type { Audit } from '../../audit/audit.ts'
import type { ConnectionService } from '../../connections/connection-service.ts'
import type { TestRun } from '../../connections/trials.ts'
import { eventStream } from '../../http/sse.ts'
import { readJsonBody } from '../../http/validate.ts'
import { storedModelRoutes } from './models/stored-models.ts'
import type { RouteRules } from './route-rules.ts'

export const connectionBodyBytesMax = 32 * 1024

export const connectionRules: RouteRules = {
  permit: [
    ['', 'connections'],
    ['/:one/*', 'connections', 'manage'],
  ],
}

export const connectionRoutes = ({
  connections,
  audit,
}: {
  connections: ConnectionService
  audit: Audit
}) =>
  new Hono<SignedInEnv>()
    .get('/', (c) => {
      const list = connections.list()
      const isManager = can(c.get('caller'), 'manage', 'connections')
      return c.json((isManager ? list : forUse(list)) satisfies ConnectionList)
    })
    .route('/', storedModelRoutes(connections))
    .get('/found', async (c) =>
      c.json({ found: await connections.find(c.req.raw.signal) } satisfies FoundServiceList),
    )
    .post('/', async (c) => {
      const request = await readJsonBody(c, createConnectionSchema, connectionBodyBytesMax)
      const made = await connections.create(request)
      audit.note({ kind: 'connection_made', subject: formatConnectionLabel(made) })
      return c.json(made satisfies Connection, 201)
    })
    .post('/test', async (c) => {
      const request = await readJsonBody(c, createConnectionSchema, connectionBodyBytesMax)
      return answerTest(c, connections.test(request))
    })
    .post('/:id/test', async (c) => {
      const change = await readJsonBody(c, changeConnectionSchema, connectionBodyBytesMax)
      return answerTest(c, connections.testStored(c.req.param('id'), change))
    })
    .post('/:id/word', async (c) => {
      const asked = await readJsonBody(c, tryModelSchema, connectionBodyBytesMax)
      const answer = await connections.tryWord(c.req.param('id'), asked, c.req.raw.signal)
      return c.json(answer satisfies TrialAnswer)
    })
    .patch('/:id', async (c) => {
      const change = await readJsonBody(c, changeConnectionSchema, connectionBodyBytesMax)
      const changed = await connections.change(c.req.param('id'), change)
      audit.note({ kind: 'connection_changed', subject: formatConnectionLabel(changed) })
      return c.json(changed satisfies Connection)
    })
    .delete('/:id', async (c) => {
      const id = c.req.param('id')
      await connections.remove(id)
      audit.note({ kind: 'connection_deleted', subject: id })
      return c.body(null, 204)
    })

/** Removes addresses, hints of keys, and errors, which only admins may see. */
const forUse = ({ connections, kinds }: ConnectionList): ConnectionList => ({
  connections: connections.map(({ id, kind, name, source, isOn, modelCount }) => ({
    id,
    kind,
    name,
    source,
    isOn,
    secrets: [],
    ...(modelCount !== undefined && { modelCount }),
  })),
  kinds,
})

export const answerTest = (c: Context, run: TestRun): Response =>
  eventStream(c, (send, signal) => run((step) => send({ data: step }), signal))

/** Formats a connection for the audit log: `openai “OpenAI”`. */
export const formatConnectionLabel = ({ id, name }: Pick<Connection, 'id' | 'name'>): string =>
  `${id} “${name}”`
