import { Hono } from 'hono'
import { changeConversationSchema, messageBytesMax, startRunSchema } from '#contract/chat.ts'
import { idSchema } from '#contract/id.ts'
import type { ChatService } from '../../chat/chat-service.ts'
import { parseOr400, readJsonBody } from '../../validate.ts'
import { sendRunEvents } from './runs.ts'

/** JSON may write one byte as six (`\u0001`). */
const startBytesMax = 6 * messageBytesMax + 4096
const renameBytesMax = 16 * 1024

/** `/api/conversations`. */
export const conversationRoutes = ({ chat }: { chat: ChatService }) =>
  new Hono()
    .get('/', async (c) => c.json({ conversations: await chat.listConversations() }))
    .get('/:id', async (c) => c.json(await chat.getConversation(c.req.param('id'))))
    .patch('/:id', async (c) => {
      const { title } = await readJsonBody(c, changeConversationSchema, renameBytesMax)
      return c.json(await chat.renameConversation(c.req.param('id'), title ?? ''))
    })
    .delete('/:id', async (c) => {
      await chat.deleteConversation(c.req.param('id'))
      return c.body(null, 204)
    })
    .post('/:id/runs', async (c) => {
      const conversationId = parseOr400(idSchema, c.req.param('id'))
      const request = await readJsonBody(c, startRunSchema, startBytesMax)
      await chat.startRun(conversationId, request)
      return sendRunEvents(c, chat, request.runId)
    })
