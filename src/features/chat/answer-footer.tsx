import { RefreshCw } from 'lucide-react'
import type { Message, Run } from '#contract/chat.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { AnswerSnapshot } from './answer-store.ts'
import { CopyButton } from './copy-button.tsx'
import { SiblingPicker } from './sibling-picker.tsx'
import { useThreadActions } from './thread-actions.ts'

type AnswerFooterProps = {
  message: Message
  answer: AnswerSnapshot
  siblings: readonly string[]
}

/** What one can do with an answer, and what it took to make it. */
export function AnswerFooter({ message, answer, siblings }: AnswerFooterProps) {
  const { askAgain, isBusy } = useThreadActions()
  const { text, run } = answer
  return (
    <footer className="mt-1.5 -ml-1.5 flex min-h-7 flex-wrap items-center gap-x-0.5">
      <SiblingPicker id={message.id} siblings={siblings} />
      {text.text !== '' && <CopyButton label="Copy answer as Markdown" text={() => text.text} />}
      <IconButton
        size="sm"
        label="Answer again"
        disabled={isBusy || message.parentId === undefined}
        icon={<RefreshCw aria-hidden />}
        onClick={() => askAgain(message)}
      />
      <p className="ml-2 text-xs text-ink-faint tabular-nums">{run && figuresOf(run)}</p>
    </footer>
  )
}

/** `0.4 s to the first word · 812 tokens · 43 tokens/s` */
function figuresOf({ firstTokenMs, usage, startedAt, finishedAt }: Run): string {
  const parts: string[] = []
  if (firstTokenMs !== undefined) parts.push(`${seconds(firstTokenMs)} to the first word`)
  if (usage && usage.completionTokens > 0) {
    const { completionTokens } = usage
    parts.push(`${completionTokens.toLocaleString('en')} tokens`)
    const writingMs = finishedAt
      ? Date.parse(finishedAt) - Date.parse(startedAt) - (firstTokenMs ?? 0)
      : 0
    if (writingMs > 200 && completionTokens > 20) {
      parts.push(`${Math.round(completionTokens / (writingMs / 1000))} tokens/s`)
    }
  }
  return parts.join(' · ')
}

const seconds = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
