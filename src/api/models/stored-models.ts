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
const getPath = (connectionId: string): string => `${address}/${encodeURIComponent(connectionId)}`

/** The server waits up to 60 s for the connected model server. */
const timeoutMs = 75_000

export const listStoredModels = (
  connectionId: string,
  signal?: AbortSignal,
): Promise<StoredModelList> =>
  requestJson(storedModelListSchema, `${getPath(connectionId)}/stored-models`, {
    signal,
    timeoutMs,
  })

export const listDownloads = (signal?: AbortSignal): Promise<DownloadList> =>
  requestJson(downloadListSchema, `${address}/downloads`, { signal })

/**
 * Starts a download of a model on a connected server. The download continues after the page is
 * closed.
 * @throws {ApiError} `conflict` when too many downloads are running.
 */
export const startModelDownload = (connectionId: string, model: string): Promise<Download> =>
  requestJson(downloadSchema, `${getPath(connectionId)}/downloads`, {
    method: 'POST',
    body: { model },
  })

/** Cancels a download, or removes a finished download from the list. */
export const removeDownload = (id: string): Promise<void> =>
  requestNothing(`${address}/downloads/${encodeURIComponent(id)}`, { method: 'DELETE' })

export const unloadModel = (connectionId: string, model: string): Promise<void> =>
  requestNothing(`${getPath(connectionId)}/stored-models/unload`, {
    method: 'POST',
    body: { model },
    timeoutMs,
  })

export const deleteStoredModel = (connectionId: string, model: string): Promise<void> =>
  requestNothing(`${getPath(connectionId)}/stored-models/delete`, {
    method: 'POST',
    body: { model },
    timeoutMs,
  })
