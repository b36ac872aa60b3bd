import { firstCursor } from '#queries/first-cursor.ts'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  type QueryClient,
} from '@tanstack/react-query'
import { listAudit } from '#api/access/audit.ts'
import { changeKey, createKey, listKeys, revokeKey } from '#api/access/keys.ts'
import { readReference } from '#api/reference.ts'
import { withClient } from '#queries/with-client.ts'
import type { ApiKey, ChangeKey, KeyList } from '#contract/access/keys.ts'

export const settingsQueries = {
  keys: () =>
    queryOptions({
      queryKey: ['api-keys'],
      queryFn: ({ signal }) => listKeys(signal),
      // The list contains when each key was last used, so the list is always stale.
      staleTime: 0,
    }),
  audit: () =>
    infiniteQueryOptions({
      queryKey: ['audit'],
      queryFn: ({ pageParam, signal }) => listAudit(pageParam, signal),
      initialPageParam: firstCursor,
      getNextPageParam: (last) => last.next,
      staleTime: 0,
    }),
  reference: () =>
    queryOptions({
      queryKey: ['reference'],
      queryFn: ({ signal }) => readReference(signal),
      staleTime: Infinity,
    }),
}

/** `gcTime: 0` removes the key from the mutation cache. */
export const useCreateKey = () =>
  useMutation({
    mutationFn: createKey,
    onSuccess: withClient((client, { key }: { key: ApiKey }) =>
      changeList(client, (keys) => [key, ...keys]),
    ),
    gcTime: 0,
  })

export const useChangeKey = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: ChangeKey }) => changeKey(id, change),
    onSuccess: withClient(replace),
  })

export const useRevokeKey = () =>
  useMutation({
    mutationFn: (id: string) => revokeKey(id),
    onSuccess: withClient(replace),
  })

const replace = (client: QueryClient, key: ApiKey) =>
  changeList(client, (keys) => keys.map((old) => (old.id === key.id ? key : old)))

function changeList(client: QueryClient, change: (keys: ApiKey[]) => ApiKey[]): void {
  client.setQueryData<KeyList>(
    settingsQueries.keys().queryKey,
    (list) => list && { ...list, keys: change(list.keys) },
  )
}
