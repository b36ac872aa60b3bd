import { Hono } from 'hono'
import { assistantFileBytesMax, putAssistantSchema } from '#contract/chat/assistants.ts'
import { idSchema } from '#contract/id.ts'
import { readPictureType } from '../../../chat/assistants/assistant-picture.ts'
import type { Assistants } from '../../../chat/assistants/assistants.ts'
import type { ImportAssistants } from '../../../chat/assistants/import-assistants.ts'
import { readBody } from '../../../http/body/read-body.ts'
import { parseOr400, readJsonBody } from '../../../http/validate.ts'
import { sendDownload } from '../../send-blob.ts'

const bodyBytesMax = 512 * 1024

export const assistantRoutes = ({
  assistants,
  importAssistants,
}: {
  assistants: Assistants
  importAssistants: ImportAssistants
}) =>
  new Hono()
    .get('/', async (c) => c.json({ assistants: await assistants.list() }))
    .post('/import', async (c) =>
      c.json(await importAssistants(await readBody(c, assistantFileBytesMax)), 201),
    )
    .put('/:id', async (c) => {
      const id = parseOr400(idSchema, c.req.param('id'))
      const assistant = await readJsonBody(c, putAssistantSchema, bodyBytesMax)
      return c.json(await assistants.put(id, assistant))
    })
    .delete('/:id', async (c) => {
      await assistants.remove(c.req.param('id'))
      return c.body(null, 204)
    })
    .get('/:id/file', async (c) => {
      const file = await assistants.toFile(c.req.param('id'))
      const bytes = new TextEncoder().encode(`${JSON.stringify(file, undefined, 2)}\n`)
      return sendDownload(bytes, `${file.name}.assistant.json`)
    })
    .get('/:id/picture', async (c) => {
      const bytes = await assistants.picture(c.req.param('id'))
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': readPictureType(bytes) ?? 'application/octet-stream',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        // The address contains the picture's version, so the response may be cached forever.
        'Cache-Control': 'private, max-age=31536000, immutable',
      })
    })
