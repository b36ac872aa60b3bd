import { Hono } from 'hono'
import {
  changeConnectionSchema,
  createOwnConnectionSchema,
  type OwnConnection,
  type OwnConnectionList,
} from '#contract/connections.ts'
import { changeModelsSchema } from '#contract/model-settings.ts'
import type { SignedInEnv } from '../../access/guards.ts'
import type { Audit } from '../../audit/audit.ts'
import type { OwnConnections } from '../../connections/own-connections.ts'
import { readJsonBody } from '../../http/validate.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { ModelChoices } from '../../models/choices/model-choices.ts'
import { answerTest, connectionBodyBytesMax, formatConnectionLabel } from './connections.ts'
import { readConnectionModels, modelsBodyBytesMax } from './models/models.ts'

export const ownConnectionRoutes = (services: {
  ownConnections: OwnConnections
  catalogue: Catalogue
  modelChoices: ModelChoices
  audit: Audit
}) => {
  // A function, because `ownConnections` does not exist yet when the routes are created.
  const own = () => services.ownConnections
  const { audit } = services
  return new Hono<SignedInEnv>()
    .get('/', (c) => c.json(own().list(c.get('caller')) satisfies OwnConnectionList))
    .post('/', async (c) => {
      const request = await readJsonBody(c, createOwnConnectionSchema, connectionBodyBytesMax)
      const made = await own().create(c.get('caller'), request)
      audit.note({ kind: 'connection_made', subject: formatConnectionLabel(made) })
      return c.json(made satisfies OwnConnection, 201)
    })
    .post('/test', async (c) => {
      const request = await readJsonBody(c, createOwnConnectionSchema, connectionBodyBytesMax)
      return answerTest(c, own().test(c.get('caller'), request))
    })
    .post('/:id/test', async (c) => {
      const change = await readJsonBody(c, changeConnectionSchema, connectionBodyBytesMax)
      return answerTest(c, own().testStored(c.get('caller'), c.req.param('id'), change))
    })
    .get('/:id/models', async (c) => {
      const id = c.req.param('id')
      own().checkManaged(c.get('caller'), id)
      return c.json(await readConnectionModels(services, id, c.req.raw.signal))
    })
    .patch('/:id/models', async (c) => {
      const change = await readJsonBody(c, changeModelsSchema, modelsBodyBytesMax)
      const id = c.req.param('id')
      own().checkManaged(c.get('caller'), id)
      await services.modelChoices.changeOwn(id, change)
      return c.body(null, 204)
    })
    .patch('/:id', async (c) => {
      const change = await readJsonBody(c, changeConnectionSchema, connectionBodyBytesMax)
      const changed = await own().change(c.get('caller'), c.req.param('id'), change)
      audit.note({ kind: 'connection_changed', subject: formatConnectionLabel(changed) })
      return c.json(changed satisfies OwnConnection)
    })
    .delete('/:id', async (c) => {
      const id = c.req.param('id')
      await own().remove(c.get('caller'), id)
      audit.note({ kind: 'connection_deleted', subject: id })
      return c.body(null, 204)
    })
}
