import { useMutation, type QueryClient } from '@tanstack/react-query'
import { changeConnection, createConnection, removeConnection, tryWord } from '#api/connections.ts'
import type { ChangeConnection, TryModelRequest } from '#contract/connections.ts'
import { connectionsQuery } from '#queries/connections.ts'
import { modelsQuery } from '#queries/models.ts'
import { withClient } from '#queries/with-client.ts'

/** `gcTime: 0` removes keys from the mutation cache. */
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

export const useTryModel = () =>
  useMutation({
    mutationFn: ({ signal, ...asked }: TryModelRequest & { id: string; signal: AbortSignal }) =>
      tryWord(asked, signal),
    onSuccess: withClient(refresh),
    onError: withClient((client, _error: Error) => refresh(client)),
    gcTime: 0,
  })

/** Reloads connections and models. Does not wait, because a provider may not respond. */
export function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: connectionsQuery().queryKey })
  void client.invalidateQueries({ queryKey: modelsQuery().queryKey })
}
