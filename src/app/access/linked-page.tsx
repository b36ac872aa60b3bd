import { useQuery } from '@tanstack/react-query'
import Link2Off from 'lucide-react/icons/link-2-off'
import type { ReactNode } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { LinkButton } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LinkState } from '#ui/feedback/link-state.tsx'
import { useUnlisted } from '#ui/layout/use-unlisted.ts'
import { t } from '#languages/app.ts'

type LinkedPageProps<Data> = {
  queryKey: readonly string[]
  read: (signal: AbortSignal) => Promise<Data>
  /** Shown if the server does not respond. */
  failedTitle: string
  /** Shown if the link was used or has expired. */
  goneTitle: string
  goneHint: string
  children: (data: Data) => ReactNode
}

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'bad_request')

/** Renders the page of a link that can be used once, such as an invitation. */
export function LinkedPage<Data extends object>({
  queryKey,
  read,
  failedTitle,
  goneTitle,
  goneHint,
  children,
}: LinkedPageProps<Data>) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    retry: (count, failure) => !isGone(failure) && count < 2,
    // A used link is invalid, so another request would replace the page while the link is used.
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  })
  useUnlisted()
  if (data) return children(data)
  return (
    <LinkState
      problem={error ? explainError(error) : undefined}
      isGone={isGone(error)}
      title={failedTitle}
      gone={
        <EmptyState
          icon={<Link2Off />}
          title={goneTitle}
          heading="h1"
          action={
            <LinkButton href="/" variant="primary">
              {t('Go to Bozzetto')}
            </LinkButton>
          }
        >
          {goneHint}
        </EmptyState>
      }
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
