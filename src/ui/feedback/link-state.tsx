import { Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { Spinner } from '../progress/spinner.tsx'
import { EmptyState } from './empty-state.tsx'

type LinkStateProps = {
  /** Why it is not there; absent while it is on its way. */
  problem: string | undefined
  /** No link of that name is known. */
  isGone: boolean
  /** What then stands there, if not the usual. */
  gone?: ReactNode
  /** `The chat could not be loaded`. */
  title: string
  isFetching: boolean
  onRetry: () => void
}

/** What stands where a link leads while there is nothing to show: it loads, is unknown, or cannot be read. */
export const LinkState = ({ problem, isGone, gone, title, isFetching, onRetry }: LinkStateProps) =>
  problem === undefined ? (
    <div className="grid h-full place-items-center text-ink-faint">
      <Spinner label="Loading" className="size-5" />
    </div>
  ) : (
    <div className="grid h-full place-items-center">
      {isGone ? (
        (gone ?? (
          <EmptyState icon={<Link2Off />} title="Link not found">
            It may have been revoked, or was not copied completely.
          </EmptyState>
        ))
      ) : (
        <EmptyState
          icon={<Link2Off />}
          title={title}
          action={
            <Button isLoading={isFetching} onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {problem}
        </EmptyState>
      )}
    </div>
  )
