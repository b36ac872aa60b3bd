import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Box, CloudOff, Search, SearchX } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { explain } from '#api/errors.ts'
import type { Asset } from '#contract/assets.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import { AssetDetail } from './asset-detail.tsx'
import { AssetGrid } from './asset-grid.tsx'
import { matchesText } from './matches-text.ts'
import { MorePages } from './more-pages.tsx'
import { libraryQueries } from './queries.ts'
import { SkeletonGrid } from './skeleton-grid.tsx'

type LibraryProps = {
  /** Whose details are shown. */
  assetId: string | undefined
}

/** Every model that was made, newest first; one of them in detail beside it. */
export function Library({ assetId }: LibraryProps) {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const pages = useInfiniteQuery(libraryQueries.pages())
  const nameOfModel = useModelNames()
  const assets = useMemo(() => pages.data?.pages.flatMap((page) => page.assets), [pages.data])
  const shown = useMemo(
    () => assets?.filter((asset) => matchesText(asset, nameOfModel(asset.recipe.modelId), text)),
    [assets, nameOfModel, text],
  )

  function inside(): ReactNode {
    if (!shown) return pages.error ? <Unreachable pages={pages} /> : <SkeletonGrid />
    if (assets?.length === 0) return <Empty onGo={() => navigate('/')} />
    return (
      <>
        {shown.length === 0 && !pages.hasNextPage && (
          <NothingFound text={text} onClear={() => setText('')} />
        )}
        <AssetGrid
          assets={shown}
          selectedId={assetId}
          nameOfModel={nameOfModel}
          nowMs={pages.dataUpdatedAt}
        />
        <MorePages query={pages} isSearching={text !== ''} />
      </>
    )
  }

  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-4 md:px-6">
          <h1 className="text-base font-semibold tracking-tight">Library</h1>
          {assets && assets.length > 0 && (
            <>
              <span className="text-ink-faint tabular-nums">{countOf(assets, pages)}</span>
              <search className="ml-auto w-full max-w-64">
                <TextField
                  type="search"
                  aria-label="Search models"
                  placeholder="Search"
                  icon={<Search />}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              </search>
            </>
          )}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">{inside()}</div>
      </div>
      {assetId !== undefined && (
        <AssetDetail
          key={assetId}
          id={assetId}
          known={assets?.find(({ id }) => id === assetId)}
          nameOfModel={nameOfModel}
        />
      )}
    </div>
  )
}

const countOf = (assets: readonly Asset[], { hasNextPage }: { hasNextPage: boolean }) =>
  `${assets.length}${hasNextPage ? '+' : ''}`

/** A model's name by its id, or the id where the model is gone or not known yet. */
function useModelNames() {
  const { data } = useQuery(libraryQueries.models())
  return useMemo(() => {
    const names = new Map(data?.models.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id) ?? id
  }, [data])
}

const Empty = ({ onGo }: { onGo: () => void }) => (
  <EmptyState
    icon={<Box />}
    title="Nothing made yet"
    action={
      <Button variant="primary" onClick={onGo}>
        Open the studio
      </Button>
    }
  >
    Models that you make in the studio are kept here, with all that is needed to make them again.
    Start from a picture of your own or from one of the samples.
  </EmptyState>
)

const NothingFound = ({ text, onClear }: { text: string; onClear: () => void }) => (
  <EmptyState
    icon={<SearchX />}
    title={`Nothing matches “${text}”`}
    action={<Button onClick={onClear}>Clear the search</Button>}
  >
    Names, models and params are searched.
  </EmptyState>
)

type Failed = { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }

const Unreachable = ({ pages }: { pages: Failed }) => (
  <EmptyState
    icon={<CloudOff />}
    title="The library could not be loaded"
    action={
      <Button isLoading={pages.isFetching} onClick={() => void pages.refetch()}>
        Try again
      </Button>
    }
  >
    {explain(pages.error)}
  </EmptyState>
)
