import { useLimitWarning } from '#queries/limits.ts'

const free = ['models', 'bytes'] as const
const paid = ['usd', ...free] as const

type LimitNoteProps = {
  model: { id: string; provider: string }
  hasPicture: boolean
}

export function ModelLimitNote({ model: { id, provider }, hasPicture }: LimitNoteProps) {
  const warning = useLimitWarning({
    measures: provider === 'local' ? free : paid,
    modelId: id,
    isWanted: hasPicture,
  })
  return (
    <p aria-live="polite" className="px-1 text-xs text-pretty text-warning empty:hidden">
      {warning}
    </p>
  )
}
