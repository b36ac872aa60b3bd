import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ChatModel } from '#contract/models.ts'
import { formatRoughCount } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { SummaryOffer, type LongChat } from '../summaries/summary-offer.tsx'

type CutWarningTextProps = {
  model: ChatModel
  size: number
  tokens: number
  onModel: () => void
  onNewChat: (() => void) | undefined
  longChat: LongChat | undefined
}

export const CutWarningText = ({
  model,
  size,
  tokens,
  onModel,
  onNewChat,
  longChat,
}: CutWarningTextProps) => (
  <div className="flex flex-wrap gap-2 border-b border-line px-3.5 py-2 text-xs text-pretty text-ink-muted">
    <p className="flex flex-1 basis-60 gap-2">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning" />
      {`With this message, the chat is about ${formatRoughCount(tokens)} tokens long, but ${model.name} can read only ${formatRoughCount(size)}. ${
        model.cutsLongPrompts === true
          ? `The first ${formatRoughCount(Math.max(1, tokens - size))} would be left out.`
          : 'Its service will probably reject the question.'
      }`}
    </p>
    <span className="flex flex-wrap items-center gap-1.5">
      {longChat && <SummaryOffer {...longChat} modelId={model.id} />}
      <Button size="sm" onClick={onModel}>
        Choose another model
      </Button>
      {onNewChat && (
        <Button size="sm" onClick={onNewChat}>
          Ask in a new chat
        </Button>
      )}
    </span>
  </div>
)
