import Brain from 'lucide-react/icons/brain'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { t } from '#languages/app.ts'
import type { MarkdownText } from '../../markdown/streaming/markdown-text.ts'
import { cn } from '#ui/cn.ts'
import { Markdown } from '../../markdown/draw/markdown.tsx'

type ReasoningProps = {
  reasoning: MarkdownText
  isThinking: boolean
  durationMs: number | undefined
}

/** Renders the model's reasoning, closed at first. Renders its content when the user opens it. */
export function Reasoning({ reasoning, isThinking, durationMs }: ReasoningProps) {
  const [isOpen, setIsOpen] = useState(false)
  const gist = getGist(reasoning.text)
  return (
    <details
      className="group/thought mb-3"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex h-7 max-w-full list-none items-center gap-2 rounded-md pe-2 text-ink-muted select-none hover:text-ink coarse:h-11">
        <Brain aria-hidden className="size-3.75 shrink-0 text-ink-faint" />
        <span className={cn('shrink-0', isThinking && 'animate-pulse')}>
          {isThinking ? t('Thinking…') : thoughtFor(durationMs)}
        </span>
        {!isThinking && gist !== '' && (
          <span aria-hidden className="min-w-0 truncate text-ink-faint group-open/thought:hidden">
            · {gist}
          </span>
        )}
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 transition-transform group-open/thought:rotate-90"
        />
      </summary>
      {isOpen && (
        <div className="mt-1 ms-1.5 border-s-2 border-line ps-4 text-ink-muted [&_.markdown]:text-sm">
          <Markdown markdown={reasoning} />
        </div>
      )}
    </details>
  )
}

const gistLengthMax = 120

const getGist = (text: string): string =>
  text
    .trimStart()
    .slice(0, gistLengthMax)
    .split('\n', 1)[0]
    ?.replaceAll(/[*_#`>]/g, '')
    .trim() ?? ''

function thoughtFor(durationMs: number | undefined): string {
  if (durationMs === undefined) return t('Thoughts')
  const seconds = Math.max(1, Math.round(durationMs / 1000))
  return seconds < 60
    ? t('Thought for {seconds} s', { seconds })
    : t('Thought for {minutes} min {seconds} s', {
        minutes: Math.floor(seconds / 60),
        seconds: seconds % 60,
      })
}
