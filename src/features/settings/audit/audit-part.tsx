import { dateLanguage } from '#lib/language/translate.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { auditExportUrl } from '#api/access/audit.ts'
import { explainError } from '#lib/explain.ts'
import type { AuditEvent } from '#contract/access/audit.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { settingsQueries } from '../queries/settings-queries.ts'
import { describeDetails, describeEvent } from './describe-event.ts'

export function AuditPart() {
  const list = useInfiniteQuery(settingsQueries.audit())
  const events = list.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <SettingsPart
      id="security-log"
      title={t('Security log')}
      about={t(
        'Sign-ins, API keys, share links, exports and refused requests: who, when and from where.',
      )}
      action={
        <LinkButton href={auditExportUrl} download icon={<Download aria-hidden />}>
          {t('Export')}
        </LinkButton>
      }
    >
      {list.error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(list.error)}
        </p>
      )}
      {list.data && events.length === 0 && <EmptyRow title={t('No events yet')} />}
      {events.length > 0 && (
        <ul aria-label={t('Security events')} className={cardClass}>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button isLoading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show older')}
        </Button>
      )}
    </SettingsPart>
  )
}

const EventRow = ({ event }: { event: AuditEvent }) => (
  <li className="items-baseline justify-between gap-x-4 px-4 py-2.5 sm:flex">
    <span className="min-w-0">
      <span className="font-medium">{describeEvent(event)}</span>
      <span className="block text-xs wrap-anywhere text-ink-muted">{describeDetails(event)}</span>
    </span>
    <time dateTime={event.lastAt} className="shrink-0 text-xs text-ink-faint">
      {new Date(event.lastAt).toLocaleString(dateLanguage)}
    </time>
  </li>
)
