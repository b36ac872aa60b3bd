import { TriangleAlert } from 'lucide-react'
import type { ChatModel } from '#contract/models.ts'
import { formatRoughCount } from '#lib/format.ts'

/** The count is a guess: it is warned a little before the end. */
const warnedFrom = 0.95

type CutWarningProps = {
  model: ChatModel | undefined
  /** What would be sent now, about. */
  tokens: number
}

/** Says that the model would not see the beginning of the chat, where its service does not say so itself. */
export function CutWarning({ model, tokens }: CutWarningProps) {
  const size = model?.contextTokens
  const isCut = model?.cutsLongPrompts === true && size !== undefined && tokens > size * warnedFrom
  return (
    // Always there, so that screen readers hear what comes into it.
    <output className="block empty:hidden">
      {isCut && (
        <p className="flex gap-2 border-b border-line px-3.5 py-2 text-xs text-pretty text-ink-muted">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
          {`This chat has about ${formatRoughCount(tokens)} tokens, and ${model.name} reads ${formatRoughCount(size)}. It would not see the beginning. Start a new chat, or choose a model with more context.`}
        </p>
      )}
    </output>
  )
}
