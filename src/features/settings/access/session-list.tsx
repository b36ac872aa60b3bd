import { useQuery } from '@tanstack/react-query'
import { explainError } from '#lib/explain.ts'
import type { Session } from '#contract/access/access.ts'
import { formatAge } from '#lib/format.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/settings.ts'
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
      <ul aria-label={t('Signed-in browsers')} aria-busy={list.isPending} className={cardClass}>
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
          {t('Sign out all others')}
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
          {isOwn && <Badge>{t('This browser')}</Badge>}
        </h3>
        <p className="mt-0.5 text-xs text-pretty text-ink-muted">
          {address === '' ? '' : `${address} · `}
          <time dateTime={lastSeenAt}>
            {t('used {lastSeenAt}', { lastSeenAt: formatAge(lastSeenAt, nowMs) })}
          </time>
          {' · '}
          <time dateTime={createdAt}>
            {t('signed in {createdAt}', { createdAt: formatAge(createdAt, nowMs) })}
          </time>
        </p>
      </div>
      {!isOwn && (
        <Button
          size="sm"
          isLoading={end.isPending}
          aria-label={t('Sign out {name} at {address}', { name, address })}
          onClick={() => end.mutate(id, { onError: reportNotEnded })}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}

const reportNotEnded = reportFailure(t('Could not sign out that browser'))
