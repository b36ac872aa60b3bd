import { Fragment, useId } from 'react'
import type { ToolCall } from '#contract/chat/chat.ts'
import {
  type MarkdownText,
  isEmptyMarkdown,
  splitMarkdown,
} from '../../markdown/streaming/markdown-text.ts'
import { WithEquations } from '../../markdown/extras/math-view.tsx'
import { WithFolds } from '../../markdown/draw/block-view.tsx'
import { FootnotePrefix } from '../../markdown/draw/links.tsx'
import { Markdown } from '../../markdown/draw/markdown.tsx'
import { ToolCalls } from './tool-calls.tsx'

type AnswerTextProps = {
  text: MarkdownText
  calls: readonly ToolCall[]
  runId: string | undefined
  isLive: boolean
}

export function AnswerText({ text, calls, runId, isLive }: AnswerTextProps) {
  const prefix = useId()
  const places = [...new Set(calls.map(({ at }) => at.text))].toSorted((a, b) => a - b)
  const pieces = splitMarkdown(text, places)
  return (
    <FootnotePrefix value={prefix}>
      <WithFolds>
        <WithEquations>
          {pieces.map((piece, at) => (
            <Fragment key={places[at - 1] ?? 'start'}>
              <ToolCalls
                calls={calls.filter((call) => call.at.text === places[at - 1])}
                runId={runId}
              />
              {!isEmptyMarkdown(piece) && (
                <Markdown
                  markdown={piece}
                  isLive={isLive && at === pieces.length - 1}
                  end={places[at]}
                />
              )}
            </Fragment>
          ))}
        </WithEquations>
      </WithFolds>
    </FootnotePrefix>
  )
}
