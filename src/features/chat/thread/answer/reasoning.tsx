import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import type { MarkdownText } from '../../markdown/streaming/markdown-text.ts'
import { Markdown } from '../../markdown/draw/markdown.tsx'

type ReasoningProps = {
  reasoning: MarkdownText
  /** True until the answer's text starts. */
  isThinking: boolean
  durationMs: number | undefined
}

/** Renders the model's reasoning, collapsed; its content is only rendered once opened. */
export function Reasoning({ reasoning, isThinking, durationMs }: ReasoningProps) {
  const [isOpen, setIsOpen] = useState(false)
  // The server does not store the duration, so it is only known if this page received the
  // reasoning.
  const [knownMs, setKnownMs] = useState(durationMs)
  if (durationMs !== undefined && durationMs !== knownMs) setKnownMs(durationMs)
  return (
    <details
      className="group/thought mb-3"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="inline-flex h-7 list-none items-center gap-1.5 rounded-md pr-2 text-sm text-ink-muted select-none hover:text-ink coarse:h-11">
        <ChevronRight
          aria-hidden
          className="size-3.5 transition-transform group-open/thought:rotate-90"
        />
        <span className={isThinking ? 'animate-pulse' : undefined}>
          {isThinking ? 'Thinking…' : thoughtFor(knownMs)}
        </span>
      </summary>
      {isOpen && (
        <div className="mt-1 ml-1.5 border-l-2 border-line pl-4 opacity-85 [&_.markdown]:text-sm">
          <Markdown markdown={reasoning} />
        </div>
      )}
    </details>
  )
}

function thoughtFor(durationMs: number | undefined): string {
  if (durationMs === undefined) return 'Thoughts'
  const seconds = Math.max(1, Math.round(durationMs / 1000))
  return seconds < 60
    ? `Thought for ${seconds} s`
    : `Thought for ${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
