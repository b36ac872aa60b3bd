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
  type DecideToolCall,
  type Message,
  type Run,
} from '#contract/chat/chat.ts'
import { chatSettingsSchema, type ChatSettings } from '#contract/chat/settings.ts'
import type { ToolAnswer } from '#contract/chat/tool-question.ts'
import { toQuery, requestJson, requestNothing } from '../http/http.ts'

/** Time limit of finding a title, because a model has to write it. */
const titleTimeoutMs = 45_000

/** Returns one page of conversations, the active ones by default. */
export const listConversations = (
  signal?: AbortSignal,
  query: Partial<ConversationQuery> = {},
): Promise<ConversationPage> =>
  requestJson(conversationListSchema, `/api/conversations${toQuery(query)}`, { signal })

/** Returns a conversation with its messages. @throws {ApiError} `not_found` for an unknown one. */
export const getConversation = (id: string, signal?: AbortSignal): Promise<ConversationDetail> =>
  requestJson(conversationDetailSchema, `/api/conversations/${id}`, { signal })

export const changeConversation = (id: string, change: ChangeConversation): Promise<Conversation> =>
  requestJson(conversationSchema, `/api/conversations/${id}`, {
    method: 'PATCH',
    body: change,
    outlivesPage: true,
  })

/**
 * Stores a conversation's settings. @throws {ApiError} `not_found` before its first message is
 * sent; that request carries the settings.
 */
export const putSettings = (id: string, settings: ChatSettings): Promise<ChatSettings> =>
  requestJson(chatSettingsSchema, `/api/conversations/${id}/settings`, {
    method: 'PUT',
    body: settings,
  })

/** Moves a conversation to the trash, from which it can be restored for 30 days. */
export const deleteConversation = (id: string): Promise<void> =>
  requestNothing(`/api/conversations/${id}`, { method: 'DELETE' })

/** Deletes a conversation permanently, with the files that nothing else uses. */
export const deleteForever = (id: string): Promise<void> =>
  requestNothing(`/api/conversations/${id}?forever=1`, { method: 'DELETE' })

export const emptyChatTrash = (): Promise<void> =>
  requestNothing('/api/conversations?view=trash', { method: 'DELETE' })

export const restoreConversation = (id: string): Promise<Conversation> =>
  requestJson(conversationSchema, `/api/conversations/${id}/restore`, { method: 'POST' })

/** Lets the conversation's model find a title. Keeps a title that a person has set. */
export const findTitle = (id: string): Promise<Conversation> =>
  requestJson(conversationSchema, `/api/conversations/${id}/title`, {
    method: 'POST',
    timeoutMs: titleTimeoutMs,
  })

/** Stores a message that no model answers, such as an edited answer. */
export const addMessage = (conversationId: string, message: AddMessage): Promise<Message> =>
  requestJson(messageSchema, `/api/conversations/${conversationId}/messages`, {
    method: 'POST',
    body: message,
  })

/**
 * Sends a person's answer to a question of a running tool call. @throws {ApiError} if the question
 * is no longer open or the answer does not match it.
 */
export const answerToolQuestion = (runId: string, index: number, body: ToolAnswer): Promise<void> =>
  requestNothing(`/api/runs/${runId}/tool-calls/${index}/answer`, { method: 'POST', body })

/** Reads the web page of a call again in another encoding. */
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
