import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  changeOwnConnection,
  createOwnConnection,
  listOwnConnections,
  removeOwnConnection,
} from '#api/own-connections.ts'
import { connectionsQuery } from '#queries/connections.ts'
import { withClient } from '#queries/with-client.ts'
import { refresh } from '../connections/queries.ts'

export const ownConnectionsQuery = () =>
  queryOptions({
    // The key starts with the key of all connections, so that reloading connections also reloads
    // the user's own connections.
    queryKey: [...connectionsQuery().queryKey, 'own'],
    queryFn: ({ signal }) => listOwnConnections(signal),
    staleTime: 60_000,
  })

/** `gcTime: 0` removes keys from the mutation cache. */
export const useCreateOwnConnection = () =>
  useMutation({ mutationFn: createOwnConnection, onSuccess: withClient(refresh), gcTime: 0 })

export const useSwitchOwnConnection = () =>
  useMutation({
    mutationFn: ({ id, isOn }: { id: string; isOn: boolean }) => changeOwnConnection(id, { isOn }),
    onSuccess: withClient(refresh),
  })

export const useRemoveOwnConnection = () =>
  useMutation({ mutationFn: removeOwnConnection, onSuccess: withClient(refresh) })
