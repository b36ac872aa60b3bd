import { Hono } from 'hono'
import { z } from 'zod'
import {
  addMessageSchema,
  changeConversationSchema,
  conversationQuerySchema,
  messageBytesMax,
  startRunSchema,
} from '#contract/chat/chat.ts'
import { chatSettingsSchema } from '#contract/chat/settings.ts'
import { idSchema } from '#contract/id.ts'
import type { ChatService } from '../../../chat/chat-service.ts'
import { sendJson } from '../../../http/send-json.ts'
import { parseOr400, readJsonBody } from '../../../http/validate.ts'
import { refuseGuests } from '../../../granting/refuse-guests.ts'
import { sendRunEvents } from './runs.ts'

/**
 * Maximum size of a request with a message, in bytes. JSON may escape one byte as six (`\u0001`).
 * 512 KiB are for a system prompt.
 */
const messageBodyBytesMax = 6 * messageBytesMax + 512 * 1024
const settingsBytesMax = 512 * 1024
const changeBytesMax = 16 * 1024

export const conversationRoutes = ({ chat }: { chat: ChatService }) =>
  new Hono()
    .get('/', async (c) =>
      sendJson(c, await chat.listConversations(parseOr400(conversationQuerySchema, c.req.query()))),
    )
    .delete('/', async (c) => {
      parseOr400(z.object({ view: z.literal('trash') }), c.req.query())
      await chat.emptyTrash()
      return c.body(null, 204)
    })
    .get('/:id', async (c) => sendJson(c, await chat.getConversation(c.req.param('id'))))
    .patch('/:id', async (c) => {
      const change = await readJsonBody(c, changeConversationSchema, changeBytesMax)
      refuseGuests(change, ['title', 'leafId'])
      return c.json(await chat.changeConversation(c.req.param('id'), change))
    })
    .put('/:id/settings', async (c) => {
      const settings = await readJsonBody(c, chatSettingsSchema, settingsBytesMax)
      return c.json(await chat.putSettings(c.req.param('id'), settings))
    })
    .delete('/:id', async (c) => {
      const isForever = c.req.query('forever') === '1'
      await (isForever ? chat.deleteForever : chat.deleteConversation)(c.req.param('id'))
      return c.body(null, 204)
    })
    .post('/:id/restore', async (c) => c.json(await chat.restoreConversation(c.req.param('id'))))
    .post('/:id/title', async (c) =>
      c.json(await chat.findTitle(c.req.param('id'), c.req.raw.signal)),
    )
    .post('/:id/messages', async (c) => {
      const message = await readJsonBody(c, addMessageSchema, messageBodyBytesMax)
      return c.json(await chat.addMessage(c.req.param('id'), message), 201)
    })
    .post('/:id/runs', async (c) => {
      const conversationId = parseOr400(idSchema, c.req.param('id'))
      const request = await readJsonBody(c, startRunSchema, messageBodyBytesMax)
      refuseGuests(request.settings ?? {}, ['params'])
      await chat.startRun(conversationId, request)
      return sendRunEvents(c, chat, request.runId)
    })
