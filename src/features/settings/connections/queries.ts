import { useMutation, type QueryClient } from '@tanstack/react-query'
import { changeConnection, createConnection, removeConnection, tryWord } from '#api/connections.ts'
import type { ChangeConnection, TryWord } from '#contract/connections.ts'
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

/** Asks a model one short question. */
export const useTryWord = () =>
  useMutation({
    mutationFn: ({ signal, ...asked }: TryWord & { id: string; signal: AbortSignal }) =>
      tryWord(asked, signal),
    onSuccess: withClient(refresh),
    onError: withClient((client, _error: Error) => refresh(client)),
    gcTime: 0,
  })

/** Nobody waits for it: a service that does not answer would keep what has worked from being shown. */
export function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: connectionsQuery().queryKey })
  void client.invalidateQueries({ queryKey: modelsQuery().queryKey })
}
