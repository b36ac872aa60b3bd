import Brain from 'lucide-react/icons/brain'
import { useState } from 'react'
import { t } from '#languages/app.ts'
import type { MarkdownText } from '../../markdown/streaming/markdown-text.ts'
import { cn } from '#ui/cn.ts'
import { ToolLine } from '#ui/progress/tool-line.tsx'
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
    <div className="mb-3">
      <ToolLine
        icon={<Brain />}
        summary={
          <>
            <span className={cn('shrink-0', isThinking && 'animate-pulse')}>
              {isThinking ? t('Thinking…') : thoughtFor(durationMs)}
            </span>
            {!isThinking && !isOpen && gist !== '' && (
              <span aria-hidden className="min-w-0 truncate text-ink-faint">
                · {gist}
              </span>
            )}
          </>
        }
        isOpen={isOpen}
        onToggle={setIsOpen}
      >
        <div className="mt-1 ms-1.5 border-s-2 border-line ps-4 text-ink-muted [&_.markdown]:text-sm">
          <Markdown markdown={reasoning} />
        </div>
      </ToolLine>
    </div>
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
