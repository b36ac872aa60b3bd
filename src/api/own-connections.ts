import * as z from 'zod/mini'
import {
  connectionKindSchema,
  ownConnectionListSchema,
  ownConnectionSchema,
  type ChangeConnection,
  type CreateOwnConnection,
  type OwnConnection,
  type OwnConnectionList,
} from '#contract/connections.ts'
import { translateAnswer } from '#languages/translate-answer.ts'
import { requestJson, requestNothing } from './http/http.ts'
import { createTolerantList } from './http/tolerant-list.ts'

const address = '/api/own-connections'
const getPath = (id: string): string => `${address}/${encodeURIComponent(id)}`

const listSchema = z.extend(ownConnectionListSchema, {
  connections: createTolerantList(ownConnectionSchema),
  kinds: createTolerantList(connectionKindSchema),
})

export const listOwnConnections = (signal?: AbortSignal): Promise<OwnConnectionList> =>
  requestJson(listSchema, address, { signal }).then(async (list) => ({
    ...list,
    kinds: await translateAnswer(list.kinds),
  }))

/** Creates a connection. No response of the server ever contains its keys. */
export const createOwnConnection = (body: CreateOwnConnection): Promise<OwnConnection> =>
  requestJson(ownConnectionSchema, address, { method: 'POST', body })

export const changeOwnConnection = (id: string, body: ChangeConnection): Promise<OwnConnection> =>
  requestJson(ownConnectionSchema, getPath(id), { method: 'PATCH', body })

/** @throws {ApiError} `conflict` while the connection has running tasks. */
export const removeOwnConnection = (id: string): Promise<void> =>
  requestNothing(getPath(id), { method: 'DELETE' })
