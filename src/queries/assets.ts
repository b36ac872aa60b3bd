import { queryOptions } from '@tanstack/react-query'
import { getAsset } from '#api/library.ts'

/** Everything that shows assets lies under it: whoever makes or changes one invalidates it. */
export const assetsKey = ['library'] as const

/** One asset of the library. */
export const assetQuery = (id: string) =>
  queryOptions({
    queryKey: [...assetsKey, 'asset', id],
    queryFn: ({ signal }) => getAsset(id, signal),
    staleTime: 60_000,
  })
