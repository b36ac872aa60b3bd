import { Hono } from 'hono'
import { putFolderKnowledgeSchema } from '#contract/chat/library.ts'
import type { KnowledgeService } from '../../../chat/knowledge/knowledge-service.ts'
import { readJsonBody } from '../../../http/validate.ts'

/** Maximum size of a request in bytes. JSON may escape one byte of the instructions as six. */
const bodyBytesMax = 256 * 1024

export const folderKnowledgeRoutes = ({ knowledge }: { knowledge: KnowledgeService }) =>
  new Hono()
    .get('/embedding-models', async (c) => c.json(await knowledge.embeddingModels()))
    .get('/:id/knowledge', async (c) => c.json(await knowledge.get(c.req.param('id'))))
    .put('/:id/knowledge', async (c) => {
      const change = await readJsonBody(c, putFolderKnowledgeSchema, bodyBytesMax)
      return c.json(await knowledge.change(c.req.param('id'), change))
    })
    .put('/:id/documents/:documentId', async (c) =>
      c.json(await knowledge.add(c.req.param('id'), c.req.param('documentId'))),
    )
    .delete('/:id/documents/:documentId', async (c) =>
      c.json(await knowledge.remove(c.req.param('id'), c.req.param('documentId'))),
    )
