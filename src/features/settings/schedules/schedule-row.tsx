import { useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import type { Schedule } from '#contract/chat/schedules.ts'
import { formatMoney } from '#lib/money.ts'
import { modelsQuery } from '#queries/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { StateLight } from '#ui/feedback/state-light.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { t } from '#languages/settings.ts'
import { moreButton } from '../layout/more-button.tsx'
import { describeTiming, formatMoment } from './describe-timing.ts'
import { usePauseSchedule, useStartSchedule } from './schedule-queries.ts'
import { RunLine, ScheduleRuns } from './schedule-runs.tsx'

type ScheduleItemProps = { schedule: Schedule; onEdit: () => void; onDelete: () => void }

export function ScheduleItem({ schedule, onEdit, onDelete }: ScheduleItemProps) {
  const { id, name, timing, timeZone, isPaused, stopReason, nextAt, lastRun } = schedule
  const { data } = useQuery(modelsQuery())
  const pause = usePauseSchedule()
  const start = useStartSchedule()
  const [isOpen, setIsOpen] = useState(false)
  const isActive = lastRun?.status === 'starting' || lastRun?.status === 'running'
  const model = data?.models.find((one) => one.id === schedule.modelId)
  const state = stopReason === undefined ? (isPaused ? 'off' : 'good') : 'bad'
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="flex items-center gap-2 font-medium">
            <StateLight state={state} />
            <span className="truncate">{name}</span>
            {isPaused && <Badge>{stopReason === undefined ? t('Paused') : t('Stopped')}</Badge>}
          </h3>
          <p className="mt-0.5 text-xs text-pretty wrap-anywhere text-ink-muted">
            {describeTiming(timing)} ({timeZone}) · {model?.name ?? schedule.modelId}
          </p>
          <p className="mt-0.5 text-xs text-ink-muted tabular-nums">
            {nextAt !== undefined &&
              `${t('Next: {nextAt} ·', { nextAt: formatMoment(nextAt, timeZone) })} `}
            {describeSpending(schedule)}
          </p>
          {stopReason !== undefined && (
            <p className="mt-1 text-xs text-pretty wrap-anywhere text-danger">{stopReason}</p>
          )}
        </div>
        <Button
          size="sm"
          icon={<Play aria-hidden />}
          aria-label={t('Run now: {name}', { name })}
          isLoading={start.isPending || isActive}
          onClick={() => start.mutate(id)}
        >
          {t('Run now')}
        </Button>
        <Menu
          align="end"
          trigger={moreButton(name)}
          items={[
            { label: t('Edit…'), icon: <Pencil />, onSelect: onEdit },
            isPaused
              ? {
                  label: t('Resume'),
                  icon: <Play />,
                  onSelect: () => pause.mutate({ id, isPaused: false }),
                }
              : {
                  label: t('Pause'),
                  icon: <Pause />,
                  onSelect: () => pause.mutate({ id, isPaused: true }),
                },
            'separator',
            { label: t('Delete…'), icon: <Trash2 />, isDangerous: true, onSelect: onDelete },
          ]}
        />
      </div>
      {lastRun && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {!isOpen && <RunLine run={lastRun} timeZone={timeZone} />}
          <Button
            size="sm"
            variant="ghost"
            className="ms-auto"
            icon={<History aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? t('Hide past runs') : t('Past runs')}
          </Button>
        </div>
      )}
      {isOpen && <ScheduleRuns schedule={schedule} />}
    </li>
  )
}

function describeSpending({ monthUsd, monthUsdMax, runUsdMax }: Schedule): string {
  const spent =
    monthUsdMax !== undefined
      ? t('{spent} of {limit} this month', { spent: toUsd(monthUsd), limit: toUsd(monthUsdMax) })
      : monthUsd === 0
        ? t('Nothing spent this month')
        : t('{monthUsd} this month', { monthUsd: toUsd(monthUsd) })
  if (runUsdMax === undefined) return spent
  return `${spent} · ${t('at most {runUsdMax} per run', { runUsdMax: toUsd(runUsdMax) })}`
}

const toUsd = (amount: number) => formatMoney({ amount, currency: 'USD' })
