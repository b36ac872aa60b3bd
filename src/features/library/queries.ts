import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { deleteAsset, getAsset, listAssets, renameAsset } from '#api/library.ts'
import { listModels } from '#api/models.ts'
import type { Asset, AssetPage } from '#contract/assets.ts'

/** The one place that knows this feature's cache keys. What others make or change lies under `all`. */
export const libraryQueries = {
  all: ['library'] as const,
  pages: () =>
    infiniteQueryOptions({
      queryKey: [...libraryQueries.all, 'pages'],
      queryFn: ({ pageParam, signal }) => listAssets({ before: pageParam }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextBefore,
      // Models are made elsewhere: whoever comes here wants to see the newest.
      staleTime: 0,
    }),
  asset: (id: string) =>
    queryOptions({
      queryKey: [...libraryQueries.all, 'asset', id],
      queryFn: ({ signal }) => getAsset(id, signal),
      staleTime: 60_000,
    }),
  models: () =>
    queryOptions({
      queryKey: ['models'],
      queryFn: ({ signal }) => listModels(signal),
      staleTime: 60_000,
    }),
}

export const useRenameAsset = () =>
  useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => renameAsset(id, name),
    onSuccess: (asset, _input, _result, { client }) => {
      client.setQueryData(libraryQueries.asset(asset.id).queryKey, asset)
      changePages(client, (assets) => assets.map((old) => (old.id === asset.id ? asset : old)))
    },
  })

export const useDeleteAsset = () =>
  useMutation({
    mutationFn: ({ id }: Asset) => deleteAsset(id),
    onSuccess: (_nothing, { id }, _result, { client }) =>
      changePages(client, (assets) => assets.filter((asset) => asset.id !== id)),
  })

/** Shows a change at once, without asking for every page again. */
function changePages(client: QueryClient, change: (assets: Asset[]) => Asset[]): void {
  client.setQueryData<InfiniteData<AssetPage, string | undefined>>(
    libraryQueries.pages().queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, assets: change(page.assets) })),
      },
  )
}
