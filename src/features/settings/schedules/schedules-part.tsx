import { useQuery } from '@tanstack/react-query'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { schedulesMax, type Schedule } from '#contract/chat/schedules.ts'
import { explainError } from '#lib/explain.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { useLastDefined } from '../layout/use-last-defined.ts'
import { useRemoval } from '../layout/use-removal.ts'
import { createScheduleDraft, type ScheduleDraft } from './schedule-draft.ts'
import { schedulesQuery, useRemoveSchedule } from './schedule-queries.ts'
import { ScheduleItem } from './schedule-row.tsx'
import { useChatDraft } from './use-chat-draft.ts'

const loadDialog = async () => (await import('./schedule-dialog.tsx')).ScheduleDialog

export function SchedulesPart() {
  const { data, error } = useQuery(schedulesQuery())
  const [edited, setEdited] = useState<ScheduleDraft>()
  const [search, setSearch] = useSearchParams()
  const fromChat = useChatDraft(search.get('from'))
  const shown = fromChat ?? edited
  const draft = useLastDefined(shown)
  const remove = useRemoveSchedule()
  const removal = useRemoval<Schedule>({
    remove: ({ id }, callbacks) => remove.mutate(id, callbacks),
    isPending: remove.isPending,
    failed: t('Could not delete it'),
  })
  const close = () => {
    setEdited(undefined)
    setSearch({}, { replace: true })
  }
  const add = (
    <Button icon={<Plus aria-hidden />} onClick={() => setEdited(createScheduleDraft())}>
      {t('Add a question')}
    </Button>
  )
  return (
    <SettingsPart
      id="scheduled-questions"
      title={t('Scheduled questions')}
      about={t(
        'A model answers them at the times you choose, each time in a new chat that is marked as unread. Tools that ask for approval are refused, unless you allow them here.',
      )}
      action={data && data.length > 0 && data.length < schedulesMax && add}
    >
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {data?.length === 0 && (
        <EmptyRow icon={<CalendarClock />} title={t('None yet')} action={add}>
          {t('For example the news of your field each morning, or a report each Monday.')}
        </EmptyRow>
      )}
      {data && data.length > 0 && (
        <ul aria-label={t('Scheduled questions')} className={cardClass}>
          {data.map((schedule) => (
            <ScheduleItem
              key={schedule.id}
              schedule={schedule}
              onEdit={() => setEdited(createScheduleDraft(schedule))}
              onDelete={() => removal.ask(schedule)}
            />
          ))}
        </ul>
      )}
      {draft && (
        <Loaded
          load={loadDialog}
          props={{ key: draft.key, draft, isOpen: shown !== undefined, onClose: close }}
        />
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={t('Delete “{name}”?', { name: removal.shown?.name ?? '' })}
        description={t('Its list of past runs is deleted too. The chats stay.')}
        confirmLabel={t('Delete')}
      />
    </SettingsPart>
  )
}
