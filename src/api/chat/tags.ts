import { chatTagListSchema, type ChatTag } from '#contract/chat/tags.ts'
import { requestJson } from '../http/http.ts'

export const getChatTags = async (signal?: AbortSignal): Promise<ChatTag[]> =>
  (await requestJson(chatTagListSchema, '/api/chat/tags', { signal })).tags
