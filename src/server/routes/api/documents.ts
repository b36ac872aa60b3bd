import { Hono } from 'hono'
import { documentBytesMax } from '#contract/documents.ts'
import { readBody } from '../../http/body/read-body.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { DocumentService } from '../../documents/document-service.ts'

export const documentRoutes = ({ documents }: { documents: DocumentService }) =>
  new Hono()
    .post('/', async (c) => {
      const bytes = await readBody(c, documentBytesMax)
      return c.json(await documents.upload(bytes, c.req.query('name') ?? ''), 201)
    })
    .get('/:id', async (c) => c.json(await documents.get(c.req.param('id'))))
    .delete('/:id', async (c) => {
      if (!(await documents.remove(c.req.param('id')))) {
        throw new HttpError('not_found', 'This document is not on this server.')
      }
      return c.body(null, 204)
    })
