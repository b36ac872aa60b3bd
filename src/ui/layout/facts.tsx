import type { ReactNode } from 'react'

export type FactRow = readonly [name: string, value: ReactNode]

export const Facts = ({ facts }: { facts: readonly FactRow[] }) => (
  <dl className="divide-y divide-line border-y border-line">
    {facts.map(([name, value]) => (
      <div key={name} className="flex gap-4 py-1.5">
        <dt className="shrink-0 text-ink-muted">{name}</dt>
        <dd className="min-w-0 flex-1 text-end wrap-anywhere tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)
