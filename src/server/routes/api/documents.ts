import { Hono } from 'hono'
import { documentBytesMax, setEncodingSchema } from '#contract/documents.ts'
import { readBody } from '../../http/body/read-body.ts'
import { readJsonBody } from '../../http/validate.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { KnowledgeService } from '../../chat/knowledge/knowledge-service.ts'
import type { DocumentService } from '../../documents/document-service.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import { sendBlob, sendDownload } from '../send-blob.ts'

const bodyBytesMax = 1_024

type DocumentRoutes = { documents: DocumentService; knowledge: KnowledgeService; blobs: BlobStore }

export const documentRoutes = ({ documents, knowledge, blobs }: DocumentRoutes) =>
  new Hono()
    .post('/', async (c) => {
      const bytes = await readBody(c, documentBytesMax)
      const document = await documents.upload(bytes, c.req.query('name') ?? '')
      // The upload may have changed the text of a known file, if a newer version of the server
      // reads its format better.
      await knowledge.refresh(document.id)
      return c.json(document, 201)
    })
    .get('/:id', async (c) => c.json(await documents.get(c.req.param('id'))))
    // The response is always a download, because browsers would run scripts in some formats.
    .get('/:id/content', async (c) => {
      const { name: fileName, mimeType, ...file } = await documents.getFile(c.req.param('id'))
      return 'bytes' in file
        ? sendDownload(file.bytes, fileName)
        : sendBlob(c, blobs, { key: file.blobKey, mimeType, fileName, isDownload: true })
    })
    .put('/:id/encoding', async (c) => {
      const id = c.req.param('id')
      const { encoding } = await readJsonBody(c, setEncodingSchema, bodyBytesMax)
      const changed = await documents.setEncoding(id, encoding)
      await knowledge.refresh(id)
      return c.json(changed)
    })
    .delete('/:id', async (c) => {
      if (!(await documents.remove(c.req.param('id')))) {
        throw new HttpError('not_found', 'This document is not on this server.')
      }
      return c.body(null, 204)
    })
