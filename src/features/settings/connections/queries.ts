import { useMutation, type QueryClient } from '@tanstack/react-query'
import {
  changeConnection,
  createConnection,
  removeConnection,
  testConnection,
  testNewConnection,
} from '#api/connections.ts'
import type { ChangeConnection, CreateConnection } from '#contract/connections.ts'
import { connectionsQuery } from '#queries/connections.ts'
import { modelsQuery } from '#queries/models.ts'
import { withClient } from '#queries/with-client.ts'

/** The keys are in the request only, never in the cache. */
export const useCreateConnection = () =>
  useMutation({ mutationFn: createConnection, onSuccess: withClient(refresh), gcTime: 0 })

export const useChangeConnection = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: ChangeConnection }) =>
      changeConnection(id, change),
    onSuccess: withClient(refresh),
    gcTime: 0,
  })

export const useRemoveConnection = () =>
  useMutation({ mutationFn: removeConnection, onSuccess: withClient(refresh) })

/** Tries what is not stored yet. */
export const useTestNewConnection = () =>
  useMutation({
    mutationFn: (request: CreateConnection) => testNewConnection(request),
    gcTime: 0,
  })

/** Tries a connection, with what may be changed in it. */
export const useTestConnection = () =>
  useMutation({
    mutationFn: ({ id, change = {} }: { id: string; change?: ChangeConnection }) =>
      testConnection(id, change),
    onSuccess: withClient(refresh),
    gcTime: 0,
  })

/** Nobody waits for it: a service that does not answer would keep what has worked from being shown. */
function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: connectionsQuery().queryKey })
  void client.invalidateQueries({ queryKey: modelsQuery().queryKey })
}
