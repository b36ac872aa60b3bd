import { firstCursor } from '#queries/first-cursor.ts'
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
  emptyAssetTrash,
  importArchive,
  listAssets,
  restoreAsset,
  summarizeAssets,
  type AssetNarrowing,
} from '#api/library.ts'
import type { Asset, AssetPage, AssetSort } from '#contract/assets.ts'
import type { AssetPatch } from '#contract/asset-requests.ts'
import { assetQuery, assetsKey } from '#queries/assets.ts'
import { withClient } from '#queries/with-client.ts'

const pageSize = 96

/**
 * Milliseconds for which a list is not requested again, so that the first view does not repeat the
 * requests before it.
 */
const freshMs = 2_000

export const libraryQueries = {
  lists: [...assetsKey, 'pages'] as const,
  pages: (narrowing: AssetNarrowing, sort: AssetSort) =>
    infiniteQueryOptions({
      queryKey: [...libraryQueries.lists, narrowing, sort],
      queryFn: ({ pageParam, signal }) =>
        listAssets({ ...narrowing, sort, before: pageParam, limit: pageSize }, signal),
      initialPageParam: firstCursor,
      getNextPageParam: (page) => page.nextBefore,
      placeholderData: keepPreviousData,
      // Other pages also create models, so load the list again on each visit.
      staleTime: freshMs,
    }),
  summary: () =>
    queryOptions({
      queryKey: [...assetsKey, 'summary'],
      queryFn: ({ signal }) => summarizeAssets(signal),
      staleTime: freshMs,
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

// Does not wait until the lists are reloaded, so that the page responds at once.
export const useDeleteAsset = () =>
  useMutation({
    mutationFn: ({ id }: Asset) => deleteAsset(id),
    onSuccess: withClient((client, _nothing, { id }: Asset) => {
      changePages(client, (assets) => assets.filter((asset) => asset.id !== id))
      refreshRest(client)
    }),
  })

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
    mutationFn: emptyAssetTrash,
    onSuccess: withClient(refreshAll),
  })

export const useImportArchive = () =>
  useMutation({
    mutationFn: (archive: File) => importArchive(archive),
    onSuccess: withClient((client) => void refreshAll(client)),
  })

const refreshAll = (client: QueryClient) => client.invalidateQueries({ queryKey: assetsKey })

/**
 * Refreshes the queries that a deletion affects, except the loaded pages, which are already
 * updated.
 */
function refreshRest(client: QueryClient): void {
  client.removeQueries({ queryKey: libraryQueries.lists, type: 'inactive' })
  void client.invalidateQueries({
    queryKey: assetsKey,
    predicate: ({ queryKey }) => queryKey[1] !== libraryQueries.lists[1],
  })
}

function changePages(client: QueryClient, change: (assets: Asset[]) => Asset[]): void {
  client.setQueriesData<InfiniteData<AssetPage, string | undefined>>(
    { queryKey: libraryQueries.lists },
    (data) =>
      data && {
        ...data,
        pages: withTotal(
          data.pages,
          data.pages.map((page) => ({ ...page, assets: change(page.assets) })),
        ),
      },
  )
}

/** Subtracts the removed models from the total, because only the first page contains the total. */
function withTotal(before: readonly AssetPage[], pages: AssetPage[]): AssetPage[] {
  const [first, ...rest] = pages
  if (first?.total === undefined) return pages
  const removed = getLength(before) - getLength(pages)
  return removed === 0 ? pages : [{ ...first, total: first.total - removed }, ...rest]
}

const getLength = (pages: readonly AssetPage[]): number =>
  pages.reduce((sum, { assets }) => sum + assets.length, 0)
