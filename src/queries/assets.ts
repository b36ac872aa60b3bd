import { queryOptions } from '@tanstack/react-query'
import { getAsset, getChatOfAsset, listVersions } from '#api/library.ts'

/** Everything that shows assets lies under it: whoever makes or changes one invalidates it. */
export const assetsKey = ['library'] as const

/** One asset of the library. */
export const assetQuery = (id: string) =>
  queryOptions({
    queryKey: [...assetsKey, 'asset', id],
    queryFn: ({ signal }) => getAsset(id, signal),
    staleTime: 60_000,
  })

/** The chat in which an asset was made; `null` where there is none. */
export const chatOfAssetQuery = (id: string) =>
  queryOptions({
    queryKey: [...assetsKey, 'chat', id],
    queryFn: async ({ signal }) => (await getChatOfAsset(id, signal)) ?? null,
    staleTime: 60_000,
  })

/** All models of which one was made from another; alone where none was. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...assetsKey, 'versions', id],
    queryFn: ({ signal }) => listVersions(id, signal),
    staleTime: 60_000,
  })
