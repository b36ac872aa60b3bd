import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AssetPage } from '#contract/assets.ts'
import { libraryQueries } from '../queries/library-queries.ts'

/**
 * Drops all pages but the first of each list on unmount. Otherwise React Query would reload
 * hundreds of cached pages on the next visit.
 */
export function useFirstPageOnly(): void {
  const client = useQueryClient()
  useEffect(
    () => () => {
      client.setQueriesData<InfiniteData<AssetPage, string | undefined>>(
        { queryKey: libraryQueries.lists },
        (data) =>
          data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
    },
    [client],
  )
}
