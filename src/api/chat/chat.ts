import {
  conversationDetailSchema,
  conversationListSchema,
  conversationSchema,
  messageSchema,
  runAnswerSchema,
  type AddMessage,
  type ChangeConversation,
  type Conversation,
  type ConversationDetail,
  type ConversationPage,
  type ConversationQuery,
  type CopyConversation,
  type DecideToolCall,
  type Message,
  type Run,
} from '#contract/chat/chat.ts'
import { chatSettingsSchema, type ChatSettings } from '#contract/chat/settings.ts'
import type { ToolAnswer } from '#contract/chat/tool-question.ts'
import { toQuery, requestJson, requestNothing } from '../http/http.ts'

/** A model writes the title, which takes longer than the default limit of 30 s. */
const titleTimeoutMs = 45_000

/** Returns one page of conversations, by default without archived and deleted conversations. */
export const listConversations = (
  signal?: AbortSignal,
  query: Partial<ConversationQuery> = {},
): Promise<ConversationPage> =>
  requestJson(conversationListSchema, `/api/conversations${toQuery(query)}`, { signal })

/** @throws {ApiError} `not_found` for an unknown conversation. */
export const getConversation = (id: string, signal?: AbortSignal): Promise<ConversationDetail> =>
  requestJson(conversationDetailSchema, `/api/conversations/${id}`, { signal })

export const changeConversation = (id: string, change: ChangeConversation): Promise<Conversation> =>
  requestJson(conversationSchema, `/api/conversations/${id}`, {
    method: 'PATCH',
    body: change,
    outlivesPage: true,
  })

/**
 * Stores the settings of a conversation.
 * @throws {ApiError} `not_found` before the first message, which is sent together with the
 * settings.
 */
export const putSettings = (id: string, settings: ChatSettings): Promise<ChatSettings> =>
  requestJson(chatSettingsSchema, `/api/conversations/${id}/settings`, {
    method: 'PUT',
    body: settings,
  })

/**
 * Copies a conversation, or only its messages up to a given message.
 * @throws {ApiError} `not_found`.
 */
export const copyConversation = (body: CopyConversation): Promise<Conversation> =>
  requestJson(conversationSchema, '/api/conversations', { method: 'POST', body })

/** Moves a conversation to the trash, where it can be restored for 30 days. */
export const deleteConversation = (id: string): Promise<void> =>
  requestNothing(`/api/conversations/${id}`, { method: 'DELETE' })

/** Deletes a conversation permanently, and the files that only this conversation uses. */
export const deleteForever = (id: string): Promise<void> =>
  requestNothing(`/api/conversations/${id}?forever=1`, { method: 'DELETE' })

export const emptyChatTrash = (): Promise<void> =>
  requestNothing('/api/conversations?view=trash', { method: 'DELETE' })

export const restoreConversation = (id: string): Promise<Conversation> =>
  requestJson(conversationSchema, `/api/conversations/${id}/restore`, { method: 'POST' })

/** Asks the conversation's model for a title. Keeps a title that a person has set. */
export const findTitle = (id: string): Promise<Conversation> =>
  requestJson(conversationSchema, `/api/conversations/${id}/title`, {
    method: 'POST',
    timeoutMs: titleTimeoutMs,
  })

/** Stores a message without asking a model for an answer, such as an edited answer. */
export const addMessage = (conversationId: string, message: AddMessage): Promise<Message> =>
  requestJson(messageSchema, `/api/conversations/${conversationId}/messages`, {
    method: 'POST',
    body: message,
  })

/**
 * Sends a person's answer to a question of a running tool call.
 * @throws {ApiError} if the tool no longer waits for the answer, or the answer does not match the
 * question.
 */
export const answerToolQuestion = (runId: string, index: number, body: ToolAnswer): Promise<void> =>
  requestNothing(`/api/runs/${runId}/tool-calls/${index}/answer`, { method: 'POST', body })

/**
 * Makes the server decode a web page again, which a tool call has read, with another character
 * encoding.
 */
export const setPageEncoding = async (
  runId: string,
  index: number,
  encoding: string,
): Promise<Run> => {
  const path = `/api/runs/${runId}/tool-calls/${index}/encoding`
  return (await requestJson(runAnswerSchema, path, { method: 'PUT', body: { encoding } })).run
}

export const decideToolCall = async (
  runId: string,
  index: number,
  decision: DecideToolCall,
): Promise<Run> => {
  const path = `/api/runs/${runId}/tool-calls/${index}`
  return (await requestJson(runAnswerSchema, path, { method: 'POST', body: decision })).run
}
