import * as z from 'zod/mini'
import {
  chatShareSchema,
  chatShareStateSchema,
  sharedChatSchema,
  type ChatShare,
  type ChatShareOptions,
  type ChatShareState,
  type SharedChat,
} from '#contract/chat/chat-shares.ts'
import { requestJson, requestNothing } from '../http/http.ts'

const addressOfChat = (id: string) => `/api/conversations/${encodeURIComponent(id)}/share`
const addressOfShared = (token: string) => `/api/shared-chats/${encodeURIComponent(token)}`

export const readChatShare = (id: string, signal?: AbortSignal): Promise<ChatShareState> =>
  requestJson(chatShareStateSchema, addressOfChat(id), { signal })

/** Creates a share link, or changes the options of the existing link. */
export const putChatShare = (id: string, options: ChatShareOptions): Promise<ChatShare> =>
  requestJson(chatShareSchema, addressOfChat(id), { method: 'PUT', body: options })

export const revokeChatShare = (id: string): Promise<void> =>
  requestNothing(addressOfChat(id), { method: 'DELETE' })

/**
 * Returns the chat of a share link.
 * @throws {ApiError} `not_found` for a revoked link.
 */
export const readSharedChat = (token: string, signal?: AbortSignal): Promise<SharedChat> =>
  requestJson(sharedChatSchema, addressOfShared(token), { signal })

/** Copies a shared chat into the chats of the signed-in person. */
export const continueShared = (token: string): Promise<{ conversationId: string }> =>
  requestJson(z.object({ conversationId: z.string() }), `${addressOfShared(token)}/continue`, {
    method: 'POST',
  })

export const exportUrlOfShared = (token: string): string => `${addressOfShared(token)}/export`
export const documentUrlOfShared = (token: string, id: string): string =>
  `${addressOfShared(token)}/documents/${encodeURIComponent(id)}`
