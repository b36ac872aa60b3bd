import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import { cancelTask } from '#api/tasks.ts'
import { queuedTasksMax, type Task } from '#contract/tasks.ts'
import { formatRoughDuration } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { queueEtas } from '../tasks/queue-eta.ts'
import type { DurationEstimates } from '../tasks/task-eta.ts'
import { useNow } from '../tasks/use-now.ts'
import { tasksKey } from '../tasks/use-tasks.ts'
import { outbox } from './outbox.ts'
import { useOutbox } from './use-outbox.ts'

type WaitingLineProps = {
  tasks: readonly Task[]
  usual: DurationEstimates
  onChanged: (task: Task) => void
}

export function WaitingLine({ tasks, usual, onChanged }: WaitingLineProps) {
  const wanted = useOutbox((state) => state.items.length)
  const obstacle = useOutbox((state) => state.obstacle)
  const [isCancelling, setIsCancelling] = useState(false)
  const queued = tasks.filter(({ status }) => status === 'queued')
  const isShown = queued.length > 1 || wanted > 0
  const nowMs = useNow(isShown, 1_000)
  const client = useQueryClient()
  if (!isShown) return null
  const etas = [...queueEtas(tasks, usual, nowMs).values()]
  const isKnown = wanted === 0 && etas.length === queued.length

  const cancelAll = async () => {
    outbox.getState().emptied()
    setIsCancelling(true)
    try {
      // Cancels the last tasks first, because cancelling the first task would start the next.
      for (const { id } of queued) onChanged(await cancelTask(id))
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('Some tasks could not be cancelled'),
        detail: explainError(error),
      })
    } finally {
      setIsCancelling(false)
      // A task that was being sent may have reached the server, so reload the list.
      void client.invalidateQueries({ queryKey: tasksKey })
    }
  }

  return (
    <section
      aria-label={t('Waiting tasks')}
      className="flex items-center gap-2 rounded-md border border-line bg-surface-sunken py-1.5 pe-1.5 ps-3"
    >
      <div className="min-w-0 flex-1 text-xs">
        <p className="text-ink-muted tabular-nums">
          {t('{queuedCount} queued', { queuedCount: queued.length + wanted })}
          {isKnown &&
            ` ${t('· all done in {roughDuration}', { roughDuration: formatRoughDuration(Math.max(...etas) / 1000) })}`}
        </p>
        {wanted > 0 && obstacle !== undefined && (
          <p className="text-pretty text-ink-faint">
            {queued.length >= queuedTasksMax
              ? t(
                  '{wanted} waiting in this browser: the server queues up to {queuedTasksMax} tasks. The rest are sent as space frees up.',
                  { wanted, queuedTasksMax },
                )
              : t('{wanted} waiting in this browser. {obstacle}', { wanted, obstacle })}
          </p>
        )}
      </div>
      <Button size="sm" variant="ghost" isLoading={isCancelling} onClick={() => void cancelAll()}>
        {t('Cancel all')}
      </Button>
    </section>
  )
}
