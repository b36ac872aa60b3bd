import type { QueryClient } from '@tanstack/react-query'
import type { LibrarySummary } from '#contract/assets.ts'
import { sortSetting } from './sort-menu.tsx'
import { libraryQueries } from '../queries/library-queries.ts'

export const noSummary: LibrarySummary = {
  count: 0,
  trashCount: 0,
  storedBytes: 0,
  models: [],
  tags: [],
  folders: [],
}

const getPages = () => libraryQueries.pages({}, sortSetting.read())

/** Requests what the library shows first. Failures are ignored, because the library retries. */
export const prefetchLibrary = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.prefetchInfiniteQuery(getPages()),
    client.prefetchQuery(libraryQueries.summary()),
  ])

/** Fills the cache with the responses for an empty library. */
export function fillEmptyLibrary(client: QueryClient): void {
  client.setQueryData(getPages().queryKey, { pages: [{ assets: [] }], pageParams: [undefined] })
  client.setQueryData(libraryQueries.summary().queryKey, noSummary)
}
