import {
  apiKeySchema,
  createdKeySchema,
  keyListSchema,
  type ApiKey,
  type ChangeKey,
  type CreatedKey,
  type CreateKey,
  type KeyList,
} from '#contract/access/keys.ts'
import { requestJson } from '../http/http.ts'

export const listKeys = (signal?: AbortSignal): Promise<KeyList> =>
  requestJson(keyListSchema, '/api/keys', { signal })

/** Creates an API key. Only this response contains the key, because the server stores a hash. */
export const createKey = (body: CreateKey): Promise<CreatedKey> =>
  requestJson(createdKeySchema, '/api/keys', { method: 'POST', body })

export const changeKey = (id: string, body: ChangeKey): Promise<ApiKey> =>
  requestJson(apiKeySchema, `/api/keys/${encodeURIComponent(id)}`, { method: 'PATCH', body })

export const revokeKey = (id: string): Promise<ApiKey> =>
  requestJson(apiKeySchema, `/api/keys/${encodeURIComponent(id)}/revoke`, { method: 'POST' })
