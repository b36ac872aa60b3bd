import { useEffect, useRef } from 'react'
import { explain } from '#api/errors.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'

type MorePagesProps = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => Promise<unknown>
  }
  isSearching: boolean
}

/** Stands at the end of the list and fetches more when it comes near the view. */
export function MorePages({ query, isSearching }: MorePagesProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return undefined
    // Made anew after every page: one that leaves the end in view gives no new crossing.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  if (!hasNextPage) return null
  return (
    <div ref={end} className="flex min-h-16 items-center justify-center gap-3 text-ink-muted">
      {isFetchNextPageError ? (
        <>
          <span role="alert">{explain(error)}</span>
          <Button size="sm" onClick={() => void fetchNextPage()}>
            Try again
          </Button>
        </>
      ) : (
        <>
          <Spinner />
          {isSearching ? 'Searching older models…' : 'Loading older models…'}
        </>
      )}
    </div>
  )
}
