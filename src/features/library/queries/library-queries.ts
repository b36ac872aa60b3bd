import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import {
  changeAsset,
  deleteAsset,
  emptyTrash,
  importArchive,
  listAssets,
  restoreAsset,
  summarizeAssets,
  type AssetNarrowing,
} from '#api/library.ts'
import type { Asset, AssetPage, AssetPatch } from '#contract/assets.ts'
import { assetQuery, assetsKey } from '#queries/assets.ts'
import { withClient } from '#queries/with-client.ts'

/** Few enough to come at once, enough to scroll on for a while. */
const pageSize = 96

/** The one place that knows this feature's cache keys. It all lies under `assetsKey`. */
export const libraryQueries = {
  /** Every list, however narrowed. */
  lists: [...assetsKey, 'pages'] as const,
  pages: (narrowing: AssetNarrowing) =>
    infiniteQueryOptions({
      queryKey: [...libraryQueries.lists, narrowing],
      queryFn: ({ pageParam, signal }) =>
        listAssets({ ...narrowing, before: pageParam, limit: pageSize }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextBefore,
      // While a search is typed the cards stay until the next ones are there.
      placeholderData: keepPreviousData,
      // Models are made elsewhere: whoever comes here wants to see the newest.
      staleTime: 0,
    }),
  summary: () =>
    queryOptions({
      queryKey: [...assetsKey, 'summary'],
      queryFn: ({ signal }) => summarizeAssets(signal),
      staleTime: 0,
    }),
}

export const useChangeAsset = () =>
  useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: AssetPatch }) => changeAsset(id, patch),
    onSuccess: withClient((client, asset: Asset) => {
      client.setQueryData(assetQuery(asset.id).queryKey, asset)
      changePages(client, (assets) => assets.map((old) => (old.id === asset.id ? asset : old)))
      void client.invalidateQueries({ queryKey: libraryQueries.summary().queryKey })
    }),
  })

// Nobody waits for what is read again: whoever deletes leaves, and is told at once.
export const useDeleteAsset = () =>
  useMutation({
    mutationFn: ({ id }: Asset) => deleteAsset(id),
    onSuccess: withClient((client, _nothing, { id }: Asset) => {
      changePages(client, (assets) => assets.filter((asset) => asset.id !== id))
      refreshRest(client)
    }),
  })

/** Takes a model out of the trash. */
export function useRestoreAsset() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Asset) => restoreAsset(id),
    onSuccess: (asset) => {
      client.setQueryData(assetQuery(asset.id).queryKey, asset)
      void client.invalidateQueries({ queryKey: assetsKey })
    },
  })
}

export const useEmptyTrash = () =>
  useMutation({
    mutationFn: emptyTrash,
    onSuccess: withClient(refreshAll),
  })

export const useImportArchive = () =>
  useMutation({
    mutationFn: (archive: File) => importArchive(archive),
    onSuccess: withClient((client) => void refreshAll(client)),
  })

const refreshAll = (client: QueryClient) => client.invalidateQueries({ queryKey: assetsKey })

/** Reads anew what a deletion changes elsewhere, but not page after page what stands right already. */
function refreshRest(client: QueryClient): void {
  client.removeQueries({ queryKey: libraryQueries.lists, type: 'inactive' })
  void client.invalidateQueries({
    queryKey: assetsKey,
    predicate: ({ queryKey }) => queryKey[1] !== libraryQueries.lists[1],
  })
}

/** Shows a change at once, without asking for every page again. */
function changePages(client: QueryClient, change: (assets: Asset[]) => Asset[]): void {
  client.setQueriesData<InfiniteData<AssetPage, string | undefined>>(
    { queryKey: libraryQueries.lists },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, assets: change(page.assets) })),
      },
  )
}
