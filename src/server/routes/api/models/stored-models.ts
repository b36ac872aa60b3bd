import { Hono } from 'hono'
import {
  storedModelRefSchema,
  type Download,
  type DownloadList,
  type StoredModelList,
} from '#contract/stored-models.ts'
import type { StorageService } from '../../../connections/storage/storage-service.ts'
import { readJsonBody } from '../../../http/validate.ts'

const bodyBytesMax = 4 * 1024

export const storedModelRoutes = (connections: { storage: StorageService }) =>
  new Hono()
    .get('/downloads', (c) =>
      c.json({ downloads: connections.storage.downloads() } satisfies DownloadList),
    )
    .delete('/downloads/:id', (c) => {
      connections.storage.remove(c.req.param('id'))
      return c.body(null, 204)
    })
    .get('/:id/stored-models', async (c) => {
      const models = await connections.storage.list(c.req.param('id'), c.req.raw.signal)
      return c.json({ models } satisfies StoredModelList)
    })
    .post('/:id/stored-models/unload', async (c) => {
      const { model } = await readJsonBody(c, storedModelRefSchema, bodyBytesMax)
      await connections.storage.unload(c.req.param('id'), model, c.req.raw.signal)
      return c.body(null, 204)
    })
    .post('/:id/stored-models/delete', async (c) => {
      const { model } = await readJsonBody(c, storedModelRefSchema, bodyBytesMax)
      await connections.storage.delete(c.req.param('id'), model, c.req.raw.signal)
      return c.body(null, 204)
    })
    .post('/:id/downloads', async (c) => {
      const { model } = await readJsonBody(c, storedModelRefSchema, bodyBytesMax)
      return c.json(connections.storage.download(c.req.param('id'), model) satisfies Download, 202)
    })
