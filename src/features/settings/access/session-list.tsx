import { useQuery } from '@tanstack/react-query'
import { explainError } from '#lib/explain.ts'
import type { Session } from '#contract/access/access.ts'
import { formatAge } from '#lib/format.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { cardClass } from '../layout/card-class.ts'
import { accessQueries, useEndOtherSessions, useEndSession } from './access-queries.ts'
import { describeBrowser } from './describe-browser.ts'

export function SessionList() {
  const list = useQuery(accessQueries.sessions())
  const endOthers = useEndOtherSessions()
  if (list.error) {
    return (
      <p role="alert" className={`${cardClass} px-4 py-3`}>
        {explainError(list.error)}
      </p>
    )
  }
  const sessions = list.data ?? []
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Signed-in browsers" aria-busy={list.isPending} className={cardClass}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} nowMs={list.dataUpdatedAt} />
        ))}
      </ul>
      {sessions.length > 2 && (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          isLoading={endOthers.isPending}
          onClick={() => endOthers.mutate(undefined, { onError: reportNotEnded })}
        >
          Sign out all others
        </Button>
      )}
    </div>
  )
}

function SessionRow({ session, nowMs }: { session: Session; nowMs: number }) {
  const end = useEndSession()
  const { id, isOwn, address, userAgent, createdAt, lastSeenAt } = session
  const name = describeBrowser(userAgent)
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          {isOwn && <Badge>This browser</Badge>}
        </h3>
        <p className="mt-0.5 text-xs text-pretty text-ink-muted">
          {address === '' ? '' : `${address} · `}
          <time dateTime={lastSeenAt}>{`used ${formatAge(lastSeenAt, nowMs)}`}</time>
          {' · '}
          <time dateTime={createdAt}>{`signed in ${formatAge(createdAt, nowMs)}`}</time>
        </p>
      </div>
      {!isOwn && (
        <Button
          size="sm"
          isLoading={end.isPending}
          aria-label={`Sign out ${name} at ${address}`}
          onClick={() => end.mutate(id, { onError: reportNotEnded })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

const reportNotEnded = reportFailure('Could not sign out that browser')
