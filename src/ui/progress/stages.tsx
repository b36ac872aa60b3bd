import Check from 'lucide-react/icons/check'
import { formatDuration } from '#lib/format.ts'
import { t } from '#languages/app.ts'
import { cn } from '../cn.ts'
import { Spinner } from './spinner.tsx'

export type ProgressStage = {
  name: string
  state: 'done' | 'running' | 'waiting'
  durationMs?: number | undefined
}

export const Stages = ({ label, stages }: { label: string; stages: readonly ProgressStage[] }) => (
  <ol aria-label={label} className="flex flex-col gap-2">
    {stages.map(({ name, state, durationMs }) => (
      <li
        key={name}
        aria-current={state === 'running' ? 'step' : undefined}
        className="flex items-center gap-2.5 outline-none"
      >
        <Mark state={state} />
        <span className={cn('min-w-0 flex-1', state === 'waiting' ? 'text-ink-faint' : 'text-ink')}>
          {name}
          <span className="sr-only">{words[state]}</span>
        </span>
        {durationMs !== undefined && (
          <span className="text-xs text-ink-muted tabular-nums">{formatDuration(durationMs)}</span>
        )}
      </li>
    ))}
  </ol>
)

const words = { done: t(', done'), running: t(', running'), waiting: t(', waiting') }

function Mark({ state }: { state: ProgressStage['state'] }) {
  if (state === 'running') return <Spinner className="text-accent" />
  if (state === 'done') return <Check aria-hidden className="size-4 text-success" />
  return <span aria-hidden className="m-0.5 size-3 rounded-full border border-line-control" />
}
