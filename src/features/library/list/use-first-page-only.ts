import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AssetPage } from '#contract/assets.ts'
import { libraryQueries } from '../queries/library-queries.ts'

/**
 * Forgets all but the first page of each list when the library is left: whoever comes back reads every
 * held page anew, and after a long way down that would be hundreds.
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
