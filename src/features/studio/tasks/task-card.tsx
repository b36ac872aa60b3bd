import { translateFailure, translateStage } from '#lib/language/translate-sentence.ts'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import { useState, type ReactNode } from 'react'
import { explainError } from '#lib/explain.ts'
import { cancelTask } from '#api/tasks.ts'
import type { Task } from '#contract/tasks.ts'
import { Button } from '#ui/actions/button.tsx'
import { cn } from '#ui/cn.ts'
import { Stages } from '#ui/progress/stages.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { formatRoughDuration, formatDuration } from '#lib/format.ts'
import { rich, t } from '#languages/studio.ts'
import { failureAdvice, describeCost } from './failure-advice.ts'
import { describePosition, shownFraction } from './queue-eta.ts'
import { workedMs } from './task-list.ts'
import { useNow } from './use-now.ts'
import { useStages } from './use-stages.ts'
import { useTaskEta } from './use-task-eta.ts'

const card = 'pointer-events-auto w-full float p-4 animate-appear'

type RunningCardProps = {
  task: Task
  isLost: boolean
  onChanged: (task: Task) => void
  children?: ReactNode
}

export function RunningCard({ task, isLost, onChanged, children }: RunningCardProps) {
  const nowMs = useNow(true)
  const [isCancelling, setIsCancelling] = useState(false)
  const isQueued = task.status === 'queued'
  const { leftMs, doneInMs } = useTaskEta(task, nowMs)
  const stages = useStages(task, nowMs)

  const cancel = async () => {
    setIsCancelling(true)
    try {
      onChanged(await cancelTask(task.id))
    } catch (error) {
      setIsCancelling(false)
      showToast({
        kind: 'error',
        title: t('Could not cancel the task'),
        detail: explainError(error),
      })
    }
  }

  return (
    <section aria-label={t('Progress')} className={cn(card, 'max-w-xl')}>
      <div className="flex items-start gap-3">
        {task.pictureUrl !== undefined && (
          <img
            src={task.pictureUrl}
            alt=""
            className="size-10 shrink-0 rounded-md bg-surface-sunken object-contain"
          />
        )}
        <div className="min-w-0 flex-1">
          <p className="truncate text-base font-semibold">
            {isQueued ? describePosition(task.queuePosition) : t('Making the model')}
          </p>
          <p className="text-xs text-ink-muted tabular-nums">
            {isLost
              ? t('Connection lost. Reconnecting…')
              : isQueued
                ? describeDone(doneInMs)
                : `${formatDuration(workedMs(task, nowMs))}${describeTimeLeft(leftMs)}`}
          </p>
        </div>
        <Button
          size="sm"
          icon={<X aria-hidden />}
          isLoading={isCancelling}
          onClick={() => void cancel()}
        >
          {t('Cancel')}
        </Button>
      </div>
      <Progress
        label={isQueued ? t('Waiting') : (translateStage(task) ?? t('Starting'))}
        value={
          isQueued ? undefined : shownFraction(task, { leftMs, workedMs: workedMs(task, nowMs) })
        }
        isLabelHidden
        className="mt-3.5"
      />
      {!isQueued && (
        <div className="mt-3.5 text-xs [&>ol]:grid [&>ol]:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] [&>ol]:gap-x-4">
          <Stages label={t('Stages')} stages={stages} />
        </div>
      )}
      {Boolean(children) && <div className="mt-3.5">{children}</div>}
    </section>
  )
}

const describeDone = (inMs: number | undefined): string =>
  inMs === undefined
    ? t('Starts automatically')
    : t('Starts automatically · done in {roughDuration}', {
        roughDuration: formatRoughDuration(inMs / 1000),
      })

function describeTimeLeft(ms: number | undefined): string {
  if (ms === undefined) return ''
  if (ms < 0) return ` · ${t('longer than usual, but still working')}`
  if (ms === 0) return ` · ${t('a little longer than usual')}`
  // The time left is too imprecise to show the last second.
  return ms < 1000 ? '' : ` · ${t('{duration} left', { duration: formatRoughDuration(ms / 1000) })}`
}

type FailedCardProps = {
  task: Task
  isFree: boolean
  onRetry: (() => void) | undefined
  onDismiss: () => void
}

export function FailedCard({ task, isFree, onRetry, onDismiss }: FailedCardProps) {
  const { failure } = task
  const advice = failure && failureAdvice(failure.code, isFree)
  return (
    <section role="alert" aria-label={t('The task failed')} className={cn(card, 'max-w-sm')}>
      <div className="flex gap-3">
        <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-danger-soft text-danger">
          <CircleAlert aria-hidden className="size-4" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-base font-medium">{t('Generation failed')}</p>
          <p className="mt-1 text-pretty text-ink-muted">
            {translateFailure(failure) ?? t('The task failed without a reason.')}
          </p>
          {advice !== undefined && <p className="mt-1.5 text-pretty text-ink-faint">{advice}</p>}
          {task.cost !== undefined && !isFree && (
            <p className="mt-1.5 text-pretty text-ink-faint">
              {describeCost(task.cost, failure?.code)}
            </p>
          )}
          {failure?.upstreamRequestId !== undefined && (
            <p className="mt-1.5 text-xs text-ink-faint">
              {rich('For the service’s support: {code}', {
                upstreamRequestId: failure.upstreamRequestId,
                code: <code className="font-mono">{failure.upstreamRequestId}</code>,
              })}
            </p>
          )}
        </div>
      </div>
      <div className="mt-4 flex justify-end gap-2">
        <Button variant="ghost" onClick={onDismiss}>
          {t('Dismiss')}
        </Button>
        {onRetry && (
          <Button icon={<RotateCcw aria-hidden />} onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </div>
    </section>
  )
}
