import {
  downloadListSchema,
  downloadSchema,
  storedModelListSchema,
  type Download,
  type DownloadList,
  type StoredModelList,
} from '#contract/stored-models.ts'
import { requestJson, requestNothing } from '../http/http.ts'

const address = '/api/connections'
const pathOf = (connectionId: string): string => `${address}/${encodeURIComponent(connectionId)}`

/** The server gives its own server 60 s. */
const timeoutMs = 75_000

/** What a connected server has on its disk. @throws {ApiError} as its service answers. */
export const listStoredModels = (
  connectionId: string,
  signal?: AbortSignal,
): Promise<StoredModelList> =>
  requestJson(storedModelListSchema, `${pathOf(connectionId)}/stored-models`, {
    signal,
    timeoutMs,
  })

/** Models on their way, of all connections. */
export const listDownloads = (signal?: AbortSignal): Promise<DownloadList> =>
  requestJson(downloadListSchema, `${address}/downloads`, { signal })

/** It goes on when nobody looks. @throws {ApiError} `conflict` when there are too many. */
export const startDownload = (connectionId: string, model: string): Promise<Download> =>
  requestJson(downloadSchema, `${pathOf(connectionId)}/downloads`, {
    method: 'POST',
    body: { model },
  })

/** Cancels one, or takes it from the list once it is over. */
export const removeDownload = (id: string): Promise<void> =>
  requestNothing(`${address}/downloads/${encodeURIComponent(id)}`, { method: 'DELETE' })

/** Frees the memory that it takes. */
export const unloadModel = (connectionId: string, model: string): Promise<void> =>
  requestNothing(`${pathOf(connectionId)}/stored-models/unload`, {
    method: 'POST',
    body: { model },
    timeoutMs,
  })

/** Deletes it from the server's disk. */
export const deleteStoredModel = (connectionId: string, model: string): Promise<void> =>
  requestNothing(`${pathOf(connectionId)}/stored-models/delete`, {
    method: 'POST',
    body: { model },
    timeoutMs,
  })
