import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ChatModel } from '#contract/models.ts'
import { useLimitWarning } from '#queries/limits.ts'

const kept = ['bytes'] as const
const counted = ['usd', 'tokens', ...kept] as const

type LimitNoteProps = {
  model: ChatModel | undefined
  isWriting: boolean
}

export function ChatLimitNote({ model, isWriting }: LimitNoteProps) {
  const isCounted = model !== undefined && model.provider !== 'bozzetto'
  const warning = useLimitWarning({
    measures: isCounted ? counted : kept,
    modelId: model?.id,
    isWanted: isWriting && model !== undefined,
  })
  return (
    <div aria-live="polite" className="empty:hidden">
      {warning !== undefined && (
        <p className="flex gap-2 border-b border-line px-3.5 py-2 text-xs text-pretty text-ink-muted">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
          {warning}
        </p>
      )}
    </div>
  )
}
