import { StateLight } from '#ui/feedback/state-light.tsx'
import type { HealthCard } from './health.ts'

const stateWords = { good: 'works', caution: 'needs attention', bad: 'fails' } as const

/** Renders one card of the server's health. */
export const HealthTile = ({ card: { title, state, figure, detail } }: { card: HealthCard }) => (
  <li className="card flex flex-col gap-1 px-4 py-3.5">
    <span className="flex items-center justify-between text-xs text-ink-muted">
      {title}
      <StateLight state={state} />
      <span className="sr-only">{stateWords[state]}</span>
    </span>
    <span className="text-xl font-semibold text-ink tabular-nums">{figure}</span>
    <span className="text-xs text-pretty text-ink-muted">{detail}</span>
  </li>
)
