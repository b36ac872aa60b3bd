import {
  serverStatusSchema,
  shrunkDatabaseSchema,
  type ServerStatus,
  type ShrunkDatabase,
} from '#contract/server-status.ts'
import { requestJson, requestNothing } from './http/http.ts'

/** Returns health, load and problems of the server. Only admins can call this function. */
export const readServerStatus = (signal?: AbortSignal): Promise<ServerStatus> =>
  requestJson(serverStatusSchema, '/api/status', { signal })

/** Cancels the 3D task of any person. Only admins can call this function. */
export const cancelAnyTask = (id: string): Promise<void> =>
  requestNothing(`/api/status/tasks/${encodeURIComponent(id)}/cancel`, { method: 'POST' })

/** Maximum time for shrinking the database, in milliseconds. */
const shrinkTimeoutMs = 30 * 60_000

/** Frees the unused space of the database. Only admins can call this function. */
export const requestShrink = (): Promise<ShrunkDatabase> =>
  requestJson(shrunkDatabaseSchema, '/api/status/shrink', {
    method: 'POST',
    timeoutMs: shrinkTimeoutMs,
  })
