import { queryOptions } from '@tanstack/react-query'
import { getAsset, getChatOfAsset, listVersions } from '#api/library.ts'

/** Prefix of the keys of all asset queries. Invalidate this prefix after a change. */
export const assetsKey = ['library'] as const

export const assetQuery = (id: string) =>
  queryOptions({
    queryKey: [...assetsKey, 'asset', id],
    queryFn: ({ signal }) => getAsset(id, signal),
    staleTime: 60_000,
  })

/**
 * Returns the query for the chat in which an asset was made. The query's data is `null` if there is
 * no such chat.
 */
export const chatOfAssetQuery = (id: string) =>
  queryOptions({
    queryKey: [...assetsKey, 'chat', id],
    queryFn: async ({ signal }) => (await getChatOfAsset(id, signal)) ?? null,
    staleTime: 60_000,
  })

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...assetsKey, 'versions', id],
    queryFn: ({ signal }) => listVersions(id, signal),
    staleTime: 60_000,
  })
