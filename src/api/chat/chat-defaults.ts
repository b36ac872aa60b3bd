import {
  chatDefaultListSchema,
  type ChatDefault,
  type ChatDefaultList,
} from '#contract/chat/chat-defaults.ts'
import { requestJson } from '../http/http.ts'

const path = '/api/chat/defaults'

export const getChatDefaults = (signal?: AbortSignal): Promise<ChatDefaultList> =>
  requestJson(chatDefaultListSchema, path, { signal })

export const putChatDefault = (body: ChatDefault): Promise<ChatDefaultList> =>
  requestJson(chatDefaultListSchema, path, { method: 'PUT', body })
