import { Hono } from 'hono'
import type { ChatOfPerson, ChatsOfPerson } from '#contract/access/read-chats.ts'
import type { Person } from '#contract/access/people.ts'
import type { Access } from '../../../access/access.ts'
import type { SignedInEnv } from '../../../access/guards.ts'
import type { Audit } from '../../../audit/audit.ts'
import type { ChatService } from '../../../chat/chat-service.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { sendJson } from '../../../http/send-json.ts'
import { asOwner } from '../../../store/owner-scope.ts'
import type { RouteRules } from '../route-rules.ts'
import { noStore } from './access.ts'

const chatsAtOnce = 50

type ReadChatsServices = { access: Access; audit: Audit; chat: ChatService }

export const readChatsRules: RouteRules = {
  permit: [['/:id/chats/*', 'people']],
  confirm: [[['GET'], ['/:id/chats', '/:id/chats/:chatId']]],
}

/**
 * Creates the routes of `/api/people/:id/chats`, with which admins read other people's chats while
 * a setting is on. Each read is recorded in the audit log before the response.
 */
export function readChatsRoutes({ access, audit, chat }: ReadChatsServices) {
  function whose(id: string): Person {
    if (!access.teams.settings().adminsReadChats) {
      throw new HttpError(
        'forbidden',
        'Admins cannot read chats here. Settings › People turns that on, and tells everyone.',
      )
    }
    const person = access.people.find(id)
    if (person) return person
    throw new HttpError('not_found', 'No person has this id.')
  }

  return new Hono<SignedInEnv>()
    .use(noStore)
    .get('/:id/chats', async (c) => {
      const { id, email } = whose(c.req.param('id'))
      await audit.record({ kind: 'chats_listed', subject: email })
      const query = { view: 'active', limit: chatsAtOnce, cursor: c.req.query('cursor') } as const
      const { conversations, nextCursor } = await asOwner(id, () => chat.listConversations(query))
      return c.json({
        chats: conversations.map(({ id: chatId, title, updatedAt }) => ({
          id: chatId,
          title,
          updatedAt,
        })),
        ...(nextCursor !== undefined && { nextCursor }),
      } satisfies ChatsOfPerson)
    })
    .get('/:id/chats/:chatId', async (c) => {
      const { id, email } = whose(c.req.param('id'))
      const { chatId } = c.req.param()
      // Only reads of existing chats are logged, because requests with invented ids could fill the
      // log.
      const { conversation, messages } = await asOwner(id, () => chat.getConversation(chatId))
      await audit.record({ kind: 'chat_read', subject: `${email}: chat ${chatId}` })
      return sendJson(c, {
        title: conversation.title,
        messages: messages.map(({ id: messageId, role, text, createdAt }) => ({
          id: messageId,
          role,
          text,
          createdAt,
        })),
      } satisfies ChatOfPerson)
    })
}
