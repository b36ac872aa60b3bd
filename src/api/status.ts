import { serverStatusSchema, type ServerStatus } from '#contract/server-status.ts'
import { requestJson, requestNothing } from './http/http.ts'

/** Reads health, use and problems of the server. For admins. */
export const readServerStatus = (signal?: AbortSignal): Promise<ServerStatus> =>
  requestJson(serverStatusSchema, '/api/status', { signal })

/** Cancels a 3D task of any person. For admins. */
export const cancelAnyTask = (id: string): Promise<void> =>
  requestNothing(`/api/status/tasks/${encodeURIComponent(id)}/cancel`, { method: 'POST' })
