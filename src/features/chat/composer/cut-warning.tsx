import type { ChatModel } from '#contract/models.ts'
import type { LongChat } from '../summaries/summary-offer.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'

const loadText = async () => (await import('./cut-warning-text.tsx')).CutWarningText

/**
 * The warning appears if the chat fills this fraction of the model's context. The number of tokens
 * is an estimate, so the fraction is below 1.
 */
const warnedFrom = 0.95

type CutWarningProps = {
  model: ChatModel | undefined
  tokens: number
  onModel: () => void
  onNewChat: (() => void) | undefined
  longChat: LongChat | undefined
}

export function CutWarning({ model, tokens, ...rest }: CutWarningProps) {
  const size = model?.contextTokens
  const isTooLong = model && size !== undefined && tokens > size * warnedFrom
  return (
    // The live region must exist before its content. Otherwise screen readers do not announce the
    // content.
    <output className="block empty:hidden">
      {isTooLong && <Loaded load={loadText} props={{ model, size, tokens, ...rest }} />}
    </output>
  )
}
