import { Hono } from 'hono'
import { documentBytesMax } from '#contract/documents.ts'
import { readBody } from '../../body/read-body.ts'
import type { DocumentService } from '../../documents/document-service.ts'

/** `/api/documents`: files in, their text out. */
export const documentRoutes = ({ documents }: { documents: DocumentService }) =>
  new Hono()
    .post('/', async (c) => {
      const bytes = await readBody(c, documentBytesMax)
      return c.json(await documents.upload(bytes, c.req.query('name') ?? ''), 201)
    })
    .get('/:id', async (c) => c.json(await documents.get(c.req.param('id'))))
