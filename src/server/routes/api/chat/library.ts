import { Hono } from 'hono'
import { putFolderSchema, putPromptSchema } from '#contract/chat/library.ts'
import { idSchema } from '#contract/id.ts'
import type { ChatLibrary } from '../../../chat/conversations/library-service.ts'
import { parseOr400, readJsonBody } from '../../../http/validate.ts'

const folderBytesMax = 4 * 1024
const textBytesMax = 512 * 1024

export const folderRoutes = ({ chatLibrary }: { chatLibrary: ChatLibrary }) =>
  new Hono()
    .get('/', async (c) => c.json({ folders: await chatLibrary.listFolders() }))
    .put('/:id', async (c) => {
      const id = parseOr400(idSchema, c.req.param('id'))
      const { name } = await readJsonBody(c, putFolderSchema, folderBytesMax)
      return c.json(await chatLibrary.putFolder(id, name))
    })
    .delete('/:id', async (c) => {
      await chatLibrary.deleteFolder(c.req.param('id'))
      return c.body(null, 204)
    })

export const promptRoutes = ({ chatLibrary }: { chatLibrary: ChatLibrary }) =>
  new Hono()
    .get('/', async (c) => c.json({ prompts: await chatLibrary.listPrompts() }))
    .put('/:id', async (c) => {
      const id = parseOr400(idSchema, c.req.param('id'))
      const prompt = await readJsonBody(c, putPromptSchema, textBytesMax)
      return c.json(await chatLibrary.putPrompt(id, prompt))
    })
    .delete('/:id', async (c) => {
      await chatLibrary.deletePrompt(c.req.param('id'))
      return c.body(null, 204)
    })
