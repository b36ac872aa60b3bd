import {
  webApiListSchema,
  webApiOperationsSchema,
  webApiSchema,
  type ChangeWebApi,
  type CreateWebApi,
  type WebApi,
  type WebApiList,
  type WebApiOperations,
} from '#contract/web-apis.ts'
import { requestJson, requestNothing } from './http/http.ts'

const address = '/api/web-apis'
const getPath = (id: string): string => `${address}/${encodeURIComponent(id)}`

/** The server waits up to 60 s for the API's OpenAPI document, and then parses it. */
const documentTimeoutMs = 180_000

export const listWebApis = (signal?: AbortSignal): Promise<WebApiList> =>
  requestJson(webApiListSchema, address, { signal })

export const listWebApiOperations = (id: string, signal?: AbortSignal): Promise<WebApiOperations> =>
  requestJson(webApiOperationsSchema, `${getPath(id)}/operations`, { signal })

/** Adds a web API. No response of the server ever contains the key. */
export const createWebApi = (body: CreateWebApi): Promise<WebApi> =>
  requestJson(webApiSchema, address, { method: 'POST', body, timeoutMs: documentTimeoutMs })

export const changeWebApi = (id: string, body: ChangeWebApi): Promise<WebApi> =>
  requestJson(webApiSchema, getPath(id), { method: 'PATCH', body, timeoutMs: documentTimeoutMs })

/**
 * Loads the document of a web API again. On failure, `problem` of the result contains the reason.
 */
export const refreshWebApi = (id: string): Promise<WebApi> =>
  requestJson(webApiSchema, `${getPath(id)}/refresh`, {
    method: 'POST',
    timeoutMs: documentTimeoutMs,
  })

export const removeWebApi = (id: string): Promise<void> =>
  requestNothing(getPath(id), { method: 'DELETE' })
