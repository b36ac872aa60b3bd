import { contextFillMax } from '#contract/chat/summaries.ts'
import type { ChatModel } from '#contract/models.ts'
import type { LongChat } from '../summaries/use-summary-plan.ts'
import { Loaded } from '#ui/layout/loaded.tsx'

const loadText = async () => (await import('./cut-warning-text.tsx')).CutWarningText

type CutWarningProps = {
  model: ChatModel | undefined
  tokens: number
  onModel: () => void
  onNewChat: (() => void) | undefined
  longChat: LongChat | undefined
}

export function CutWarning({ model, tokens, ...rest }: CutWarningProps) {
  const size = model?.contextTokens
  const isTooLong = model && size !== undefined && tokens > size * contextFillMax
  return (
    // Screen readers announce new content only in a live region that existed before.
    <output className="block empty:hidden">
      {isTooLong && <Loaded load={loadText} props={{ model, size, tokens, ...rest }} />}
    </output>
  )
}
