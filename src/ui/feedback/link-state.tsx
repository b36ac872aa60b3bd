import Link2Off from 'lucide-react/icons/link-2-off'
import type { ReactNode } from 'react'
import { t } from '#languages/app.ts'
import { Button } from '../actions/button.tsx'
import { Spinner } from '../progress/spinner.tsx'
import { EmptyState } from './empty-state.tsx'

type LinkStateProps = {
  problem: string | undefined
  /** True if the link does not exist on the server, for example because it was revoked. */
  isGone: boolean
  gone?: ReactNode
  title: string
  isFetching: boolean
  onRetry: () => void
}

export const LinkState = ({ problem, isGone, gone, title, isFetching, onRetry }: LinkStateProps) =>
  problem === undefined ? (
    <div className="grid h-full place-items-center text-ink-faint">
      <Spinner label={t('Loading')} className="size-5" />
    </div>
  ) : (
    <div className="grid h-full place-items-center">
      {isGone ? (
        (gone ?? (
          <EmptyState icon={<Link2Off />} title={t('Link not found')} heading="h1">
            {t('It may have been revoked, or was not copied completely.')}
          </EmptyState>
        ))
      ) : (
        <EmptyState
          icon={<Link2Off />}
          title={title}
          heading="h1"
          action={
            <Button isLoading={isFetching} onClick={onRetry}>
              {t('Try again')}
            </Button>
          }
        >
          {problem}
        </EmptyState>
      )}
    </div>
  )
