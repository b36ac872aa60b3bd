import { useEffect } from 'react'
import { explainError } from '#lib/explain.ts'
import { Button } from '#ui/actions/button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/library.ts'

type MorePagesProps = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => Promise<unknown>
  }
  isSearching: boolean
  isNear: boolean
  /**
   * Number of loaded models. A new number makes this component check again whether the end of the
   * list is visible.
   */
  count: number
}

export function MorePages({ query, isSearching, isNear, count }: MorePagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  useEffect(() => {
    const isDue = count > 0 && isNear && hasNextPage
    if (isDue && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isNear, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, count])

  if (!hasNextPage) return null
  return (
    <div className="flex min-h-16 items-center justify-center gap-3 text-ink-muted">
      {isFetchNextPageError ? (
        <>
          <span role="alert">{explainError(error)}</span>
          <Button size="sm" onClick={() => void fetchNextPage()}>
            {t('Try again')}
          </Button>
        </>
      ) : (
        <>
          <Spinner />
          {isSearching ? t('Searching more models…') : t('Loading more models…')}
        </>
      )}
    </div>
  )
}
