import {
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import Box from 'lucide-react/icons/box'
import CloudOff from 'lucide-react/icons/cloud-off'
import SearchX from 'lucide-react/icons/search-x'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { explainError } from '#lib/explain.ts'
import type { AssetNarrowing } from '#api/library.ts'
import type { Asset, AssetPage } from '#contract/assets.ts'
import { createBrowserSetting } from '#lib/browser/browser-setting.ts'
import { formatCount } from '#lib/format.ts'
import { modelsQuery } from '#queries/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { useLatest } from '#ui/actions/use-latest.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/library.ts'
import { LibraryHeader, type LibraryView } from './library-header.tsx'
import { ListHead } from './list/list-head.tsx'
import { MorePages } from './list/more-pages.tsx'
import { libraryQueries } from './queries/library-queries.ts'
import { getNarrowingParts } from './list/narrowing-parts.ts'
import { SkeletonGrid } from './list/skeleton-grid.tsx'
import { sortSetting } from './list/sort-menu.tsx'
import { TrashNote } from './list/trash-note.tsx'
import { SharedModels } from './list/shared-models.tsx'
import { useChosen, type Chosen } from './list/use-chosen.ts'
import { noSummary } from './list/library-at-first.ts'
import { useFirstPageOnly } from './list/use-first-page-only.ts'
import { useModelImport } from './transfer/use-model-import.ts'
import { useSelectAll } from './list/use-select-all.ts'
import { useSettled } from './list/use-settled.ts'
import { useIsWide } from '#ui/layout/use-is-wide.ts'

export { prefetchLibrary } from './list/library-at-first.ts'

type LibraryProps = {
  assetId: string | undefined
}

/**
 * Model id in the recipes of changed models. Must equal the id in `server/library/change-asset.ts`.
 */
const workshopId = 'bozzetto/workshop'
const searchDelayMs = 200
const selectedMax = 1_000

const loadSidebar = async () => (await import('./library-sidebar.tsx')).LibrarySidebar
const loadGrid = async () => (await import('./list/asset-grid.tsx')).AssetGrid
const loadChosenBar = async () => (await import('./list/chosen-bar.tsx')).ChosenBar
const loadDetail = async () => (await import('./detail/asset-detail.tsx')).AssetDetail

function prepareRest(): void {
  loadCode(loadGrid).catch(() => {})
  prefetch(loadDetail)
  prefetch(loadChosenBar)
}

export function Library({ assetId }: LibraryProps) {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  useEffect(prepareRest, [])
  const [narrowing, setNarrowing] = useNarrowing()
  const [sort, setSort] = useBrowserSetting(sortSetting)
  const search = useSettled(text.trim(), searchDelayMs)
  const pages = useInfiniteQuery(
    libraryQueries.pages({ ...narrowing, search: search === '' ? undefined : search }, sort),
  )
  const { data: summary, isPending: isSummaryPending } = useQuery(libraryQueries.summary())
  const nameOfModel = useModelNames()
  const assets = useMemo(() => pages.data?.pages.flatMap((page) => page.assets), [pages.data])
  const corrected = pages.data?.pages[0]?.corrected
  const [view, setView] = useBrowserSetting(viewSetting)
  const isWide = useIsWide(64)
  const listKey = JSON.stringify([narrowing, search, view, sort])
  const [isNearEnd, setIsNearEnd] = useState(false)
  const chosen = useChosen()
  const imports = useModelImport()
  // Stable identity, so that only changed cards render again.
  const { onChosen } = useLatest({
    onChosen: (id: string, isRange: boolean) =>
      isRange ? chosen.extendTo(id, getIds(assets ?? [])) : chosen.toggle(id),
  })
  useFirstPageOnly()
  const selectAll = createSelectAll(pages, assets, chosen)
  useSelectAll(() => void selectAll())
  const isNarrowed = search !== '' || Object.values(narrowing).some(Boolean)
  const count = isNarrowed ? countFound(pages) : summary?.count
  // The header of an empty library is lower, so it changes together with the list.
  const isEmpty = assets?.length === 0 && summary?.count === 0 && summary.trashCount === 0

  function inside(): ReactNode {
    if (!assets) return pages.error ? <Unreachable pages={pages} /> : <SkeletonGrid />
    if (assets.length === 0 && !isNarrowed && isSummaryPending) return <SkeletonGrid />
    if (assets.length === 0 && !isNarrowed) return <Empty onGo={() => navigate('/')} />
    return (
      <>
        {narrowing.trash && <TrashNote count={summary?.trashCount ?? 0} />}
        {corrected !== undefined && !pages.isPlaceholderData && (
          <output className="mb-4 block text-ink-muted">
            {t('Nothing matches “{search}”. Showing results for “{corrected}”.', {
              search,
              corrected,
            })}
          </output>
        )}
        {assets.length === 0 && !pages.isPlaceholderData && (
          <NothingFound
            text={search}
            isTrash={narrowing.trash === true}
            onClear={() => {
              setText('')
              setNarrowing({})
            }}
          />
        )}
        {view === 'list' && assets.length > 0 && <ListHead sort={sort} onSort={setSort} />}
        <Loaded
          // A new list has a new key, so that the new list starts at the top.
          key={listKey}
          load={loadGrid}
          fallback={<SkeletonGrid />}
          props={{
            assets,
            total: count,
            selectedId: assetId,
            onNearEnd: setIsNearEnd,
            chosenIds: chosen.ids,
            onChosen,
            nameOfModel,
            nowMs: pages.dataUpdatedAt,
            isList: view === 'list',
          }}
        />
        <MorePages
          query={pages}
          isSearching={search !== ''}
          isNear={isNearEnd}
          count={assets.length}
        />
      </>
    )
  }

  return (
    <div
      className="flex h-full"
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        imports.take([...event.dataTransfer.files])
      }}
    >
      {isWide && (
        <Loaded
          load={loadSidebar}
          fallback={<div className="w-57 shrink-0" />}
          isWanted={summary !== undefined}
          props={{
            summary: summary ?? noSummary,
            value: narrowing,
            onChange: setNarrowing,
            nameOfModel,
          }}
        />
      )}
      <div className="sheet flex min-w-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <LibraryHeader
            summary={summary}
            isEmpty={isEmpty}
            text={text}
            onText={setText}
            narrowing={narrowing}
            onNarrowing={setNarrowing}
            chosen={chosen}
            imports={imports}
            nameOfModel={nameOfModel}
            hasSidebar={isWide}
            title={getNarrowingParts(narrowing, nameOfModel)[0]?.label ?? t('All models')}
            shownCount={count === undefined ? undefined : formatCount(count)}
            sort={sort}
            onSort={setSort}
            view={view}
            onView={setView}
          />
          <div
            // A new element, because the header above changes its height at the same time.
            key={isEmpty ? 'empty' : 'models'}
            data-scroller
            // The opaque background avoids repaints during scrolling.
            className="@container min-h-0 flex-1 overflow-y-auto bg-surface p-4 pt-2 md:p-6 md:pt-2"
          >
            {!isNarrowed && <SharedModels />}
            {inside()}
          </div>
          {chosen.ids && <Loaded load={loadChosenBar} props={{ chosen, assets: assets ?? [] }} />}
        </div>
        {assetId !== undefined && (
          <Loaded
            load={loadDetail}
            // The placeholder is as wide as the details, so that the models do not move.
            fallback={<div className="hidden w-92 shrink-0 border-s border-line xl:block" />}
            props={{
              id: assetId,
              known: assets?.find(({ id }) => id === assetId),
              nameOfModel,
            }}
          />
        )}
      </div>
    </div>
  )
}

/**
 * Returns the filter of the list and a function that changes the filter. The URL also contains the
 * folder, so that a reload opens the same folder.
 */
function useNarrowing() {
  const [, navigate] = useLocation()
  const folder = new URLSearchParams(useSearch()).get('folder') ?? undefined
  const [narrowing, setNarrowing] = useState<AssetNarrowing>(folder === undefined ? {} : { folder })
  const narrow = (next: AssetNarrowing) => {
    setNarrowing(next)
    if (next.folder === narrowing.folder) return
    const search =
      next.folder === undefined ? '' : `?${new URLSearchParams({ folder: next.folder })}`
    navigate(`/library${search}`, { replace: true })
  }
  return [narrowing, narrow] as const
}

function countFound({ data, hasNextPage }: FoundPages): number | undefined {
  if (!data) return undefined
  if (hasNextPage) return data.pages[0]?.total
  return data.pages.reduce((sum, { assets }) => sum + assets.length, 0)
}

type FoundPages = Pick<UseInfiniteQueryResult<InfiniteData<AssetPage>>, 'data' | 'hasNextPage'>

type LoadedPages = Pick<
  UseInfiniteQueryResult<InfiniteData<AssetPage>>,
  'hasNextPage' | 'fetchNextPage'
>

const createSelectAll =
  (pages: LoadedPages, assets: readonly Asset[] | undefined, chosen: Chosen) => async () => {
    chosen.add(getIds(assets ?? []))
    let { hasNextPage } = pages
    for (let count = assets?.length ?? 0; hasNextPage && count < selectedMax;) {
      const more = await pages.fetchNextPage()
      if (more.isError) return
      hasNextPage = more.hasNextPage
      const ids = more.data?.pages.flatMap((page) => getIds(page.assets)) ?? []
      chosen.add(ids)
      count = ids.length
    }
  }

const viewSetting = createBrowserSetting<LibraryView>({
  key: 'bozzetto.library-view',
  fallback: 'grid',
  parse: (text) => (text === 'list' ? 'list' : 'grid'),
  format: (view) => view,
})

const getIds = (assets: readonly Asset[]): string[] => assets.map(({ id }) => id)

function useModelNames() {
  const { data } = useQuery(modelsQuery())
  return useMemo(() => {
    const names = new Map(data?.models.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id) ?? (id === workshopId ? t('Changes in the workshop') : id)
  }, [data])
}

const Empty = ({ onGo }: { onGo: () => void }) => (
  <EmptyState
    icon={<Box />}
    title={t('No models yet')}
    action={
      <Button variant="primary" onClick={onGo}>
        {t('Open the studio')}
      </Button>
    }
  >
    {t(
      'Models you make in the studio appear here, with everything needed to make them again. Start from your own picture or a sample.',
    )}
  </EmptyState>
)

type NothingFoundProps = { text: string; isTrash: boolean; onClear: () => void }

const NothingFound = ({ text, isTrash, onClear }: NothingFoundProps) => (
  <EmptyState
    icon={<SearchX />}
    title={
      text === ''
        ? isTrash
          ? t('The trash is empty')
          : t('Nothing here')
        : t('Nothing matches “{text}”', { text })
    }
    action={
      <Button onClick={onClear}>{isTrash ? t('Back to the library') : t('Clear filters')}</Button>
    }
  >
    {!isTrash && t('The search covers names, models, settings, tags and folders.')}
  </EmptyState>
)

type Failed = { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }

const Unreachable = ({ pages }: { pages: Failed }) => (
  <EmptyState
    icon={<CloudOff />}
    title={t('The library could not be loaded')}
    action={
      <Button isLoading={pages.isFetching} onClick={() => void pages.refetch()}>
        {t('Try again')}
      </Button>
    }
  >
    {explainError(pages.error)}
  </EmptyState>
)
