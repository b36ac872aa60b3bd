import { useLimitWarning } from '#queries/limits.ts'

const free = ['models', 'bytes'] as const
const paid = ['usd', ...free] as const

type LimitNoteProps = {
  /** Id of the model and of its provider. */
  model: { id: string; provider: string }
  /** Whether there is a picture to make a model from. */
  hasPicture: boolean
}

/** Says before a model is made that a limit on it is nearly used up. */
export function LimitNote({ model: { id, provider }, hasPicture }: LimitNoteProps) {
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
