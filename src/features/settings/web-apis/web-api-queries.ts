import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  changeWebApi,
  createWebApi,
  listWebApiOperations,
  listWebApis,
  refreshWebApi,
  removeWebApi,
} from '#api/web-apis.ts'
import type { ChangeWebApi } from '#contract/web-apis.ts'
import { chatKeys } from '#queries/chat-keys.ts'
import { connectionsQuery } from '#queries/connections.ts'
import { withClient } from '#queries/with-client.ts'

/**
 * Returns the query for web APIs. Its key starts with the key of the connections, so that reloading
 * connections also reloads web APIs.
 */
export const webApisQuery = () =>
  queryOptions({
    queryKey: [...connectionsQuery().queryKey, 'web-apis'],
    queryFn: ({ signal }) => listWebApis(signal),
    staleTime: 10_000,
  })

export const webApiOperationsQuery = (id: string) =>
  queryOptions({
    queryKey: [...webApisQuery().queryKey, id],
    queryFn: ({ signal }) => listWebApiOperations(id, signal),
    staleTime: 10_000,
  })

const readAgain = withClient(async (client) => {
  await client.invalidateQueries(webApisQuery())
  await client.invalidateQueries({ queryKey: chatKeys.tools })
})

/** `gcTime: 0` removes the key from the mutation cache. */
export const useCreateWebApi = () =>
  useMutation({ mutationFn: createWebApi, onSuccess: readAgain, gcTime: 0 })

export const useChangeWebApi = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: ChangeWebApi }) => changeWebApi(id, change),
    onSuccess: readAgain,
    gcTime: 0,
  })

export const useRefreshWebApi = () =>
  useMutation({ mutationFn: refreshWebApi, onSuccess: readAgain })

export const useRemoveWebApi = () => useMutation({ mutationFn: removeWebApi, onSuccess: readAgain })
