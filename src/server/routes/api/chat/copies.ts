import { Hono } from 'hono'
import { copyConversationSchema, type Conversation } from '#contract/chat/chat.ts'
import type { ChatCopies } from '../../../chat/transfer/copy-chat.ts'
import { readJsonBody } from '../../../http/validate.ts'

export const conversationCopyRoutes = ({ chatCopies }: { chatCopies: ChatCopies }) =>
  new Hono().post('/', async (c) => {
    const request = await readJsonBody(c, copyConversationSchema, 4 * 1024)
    return c.json((await chatCopies.copyChat(request)) satisfies Conversation, 201)
  })
