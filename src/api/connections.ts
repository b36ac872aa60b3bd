import {
  connectionKindSchema,
  connectionListSchema,
  connectionSchema,
  connectionTestSchema,
  foundServicesSchema,
  type ChangeConnection,
  type Connection,
  type ConnectionList,
  type ConnectionTest,
  type CreateConnection,
  type FoundServices,
} from '#contract/connections.ts'
import { requestJson, requestNothing } from './http/http.ts'
import { listOf } from './http/list-of.ts'

const address = '/api/connections'
const pathOf = (id: string): string => `${address}/${encodeURIComponent(id)}`

/** The server gives reaching 10 s, the key and the models 15 s each. */
const testTimeoutMs = 45_000

const listSchema = connectionListSchema.extend({
  connections: listOf(connectionSchema),
  kinds: listOf(connectionKindSchema),
})

/** The services that are connected, and those that can be. */
export const listConnections = (signal?: AbortSignal): Promise<ConnectionList> =>
  requestJson(listSchema, address, { signal })

/** Looks for services on the server's own machine that are not connected yet. */
export const findServices = (signal?: AbortSignal): Promise<FoundServices> =>
  requestJson(foundServicesSchema, `${address}/found`, { signal })

/** Its keys go to the server and never come back. */
export const createConnection = (body: CreateConnection): Promise<Connection> =>
  requestJson(connectionSchema, address, { method: 'POST', body })

/** @throws {ApiError} `conflict` for one of the environment. */
export const changeConnection = (id: string, body: ChangeConnection): Promise<Connection> =>
  requestJson(connectionSchema, pathOf(id), { method: 'PATCH', body })

/** @throws {ApiError} `conflict` while a task is under way on it. */
export const removeConnection = (id: string): Promise<void> =>
  requestNothing(pathOf(id), { method: 'DELETE' })

/** Tries what might be created; nothing is stored. */
export const testNewConnection = (
  body: CreateConnection,
  signal?: AbortSignal,
): Promise<ConnectionTest> =>
  requestJson(connectionTestSchema, `${address}/test`, {
    method: 'POST',
    body,
    signal,
    timeoutMs: testTimeoutMs,
  })

/** Tries one that is there, with what might be changed in it. */
export const testConnection = (
  id: string,
  body: ChangeConnection = {},
  signal?: AbortSignal,
): Promise<ConnectionTest> =>
  requestJson(connectionTestSchema, `${pathOf(id)}/test`, {
    method: 'POST',
    body,
    signal,
    timeoutMs: testTimeoutMs,
  })
