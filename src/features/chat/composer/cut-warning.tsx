import type { ChatModel } from '#contract/models.ts'
import { Loaded } from '#ui/layout/loaded.tsx'

const loadText = async () => (await import('./cut-warning-text.tsx')).CutWarningText

/** The count is a guess: it is warned a little before the end. */
const warnedFrom = 0.95

type CutWarningProps = {
  model: ChatModel | undefined
  /** What would be sent now, about. */
  tokens: number
  onModel: () => void
  /** Asks the same in a new chat. Absent: this is one. */
  onNewChat: (() => void) | undefined
}

/** Says before it is sent that the model cannot read all of the chat. */
export function CutWarning({ model, tokens, onModel, onNewChat }: CutWarningProps) {
  const size = model?.contextTokens
  const isTooLong = model && size !== undefined && tokens > size * warnedFrom
  return (
    // Always there, so that screen readers hear what comes into it.
    <output className="block empty:hidden">
      {isTooLong && <Loaded load={loadText} props={{ model, size, tokens, onModel, onNewChat }} />}
    </output>
  )
}
