import Columns2 from 'lucide-react/icons/columns-2'
import { memo } from 'react'
import { isRunActive, type Message } from '#contract/chat/chat.ts'
import { t } from '#languages/app.ts'
import { MessageFiles } from '../../attachments/message-files.tsx'
import { AnswerFooter } from './answer-footer.tsx'
import { AnswerNotice } from './answer-notice.tsx'
import { AnswerText } from './answer-text.tsx'
import { closeMarkdown, finishedMarkdown } from '../../markdown/streaming/blocks.ts'
import type { FollowedRun } from '../../runs/followed-run.ts'
import { Reasoning } from './reasoning.tsx'
import { useThreadActions } from '../thread-actions.ts'
import { SiblingPicker } from '../sibling-picker.tsx'
import { useSnapshot } from '../../runs/use-snapshot.ts'
import { WithSources } from './with-sources.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { Monogram } from '#ui/feedback/monogram.tsx'
import type { AnswerSnapshot } from '../../runs/answer-store.ts'
import { WireBadge, WireNotice } from './wire-notice.tsx'

type AnswerProps = {
  message: Message
  siblings: readonly string[]
  live: FollowedRun | undefined
}

/** Renders a model's answer. While text arrives, only the answer with `live` renders again. */
export const AnswerView = memo(function Answer({ message, siblings, live }: AnswerProps) {
  // While an answer is being continued, its stored message still contains the previous run.
  const hasStored =
    message.run && !isRunActive(message.run) && (!live || message.run.id === live.runId)
  const answer = useSnapshot(hasStored ? undefined : live?.store) ?? storedAnswer(message)
  const { nameOfModel } = useThreadActions()
  const { text, reasoning, status, wire, run } = answer
  const modelId = run?.modelId ?? live?.request?.modelId ?? message.run?.modelId
  const isRunning = isRunActive({ status })
  // Text that ends at a tool call was not cut off.
  const endsWithCall = answer.toolCalls.at(-1)?.at.text === text.text.length
  const isCut =
    !endsWithCall && (status === 'stopped' || status === 'interrupted' || status === 'failed')
  // Exclude pictures made by a tool, because the tool call already shows these pictures.
  const shown = new Set(answer.toolCalls.flatMap(({ pictureIds = [] }) => pictureIds))
  const own = message.attachments?.filter(({ id }) => !shown.has(id)) ?? []
  const name = modelId === undefined ? t('Answer') : nameOfModel(modelId)
  return (
    <article
      aria-label={t('Answer from {name}', { name })}
      aria-busy={isRunning}
      data-status={status}
      className="found-mark group/turn mt-5 rounded-lg [--found-gap:0.5rem] first:mt-0"
    >
      <div className="mb-2 flex items-center gap-1">
        <h2 className="flex min-w-0 items-center gap-2 text-sm font-medium">
          <Monogram name={toProvider(modelId)} letters={name.charAt(0).toUpperCase()} size="xs" />
          <span className="truncate">{name}</span>
          <WireBadge wire={wire} />
          {(run ?? message.run)?.mergedIds && <Badge>{t('Merged')}</Badge>}
        </h2>
        {/* Above the text, so that the arrows keep their place when the text changes. */}
        {!isRunning && <Versions message={message} siblings={siblings} />}
      </div>
      {reasoning.text !== '' && (
        <Reasoning
          reasoning={reasoning}
          isThinking={isRunning && text.text === ''}
          durationMs={answer.reasoningMs}
        />
      )}
      <WithSources sources={isRunning ? undefined : run?.sources}>
        <AnswerText
          text={isCut ? closeMarkdown(text) : text}
          calls={answer.toolCalls}
          runId={run?.id}
          isLive={isRunning}
        />
        {own.length > 0 && (
          <div className="mt-3">
            <MessageFiles attachments={own} deletedFiles={message.deletedFiles} isMade />
          </div>
        )}
        {status === 'running' && (
          <WireNotice
            wire={wire}
            hasText={text.text !== '' || reasoning.text !== ''}
            hasBegun={run !== undefined || message.run !== undefined}
            isSummarising={run?.isSummarising === true}
          />
        )}
      </WithSources>
      {!isRunning && <AnswerNotice message={message} answer={answer} live={live} />}
      {!isRunning && <AnswerFooter message={message} answer={answer} />}
    </article>
  )
})

function Versions({ message, siblings }: Pick<AnswerProps, 'message' | 'siblings'>) {
  const { compare } = useThreadActions()
  if (siblings.length < 2) return null
  return (
    <>
      <SiblingPicker id={message.id} siblings={siblings} />
      <IconButton
        size="sm"
        label={t('Show side by side')}
        icon={<Columns2 aria-hidden />}
        onClick={() => compare(message.parentId)}
      />
    </>
  )
}

const toProvider = (modelId: string | undefined): string => modelId?.split('/', 1)[0] ?? 'model'

function storedAnswer({ text, reasoning = '', toolCalls = [], run }: Message): AnswerSnapshot {
  return {
    text: finishedMarkdown(text),
    reasoning: finishedMarkdown(reasoning),
    toolCalls,
    status: run?.status ?? 'completed',
    wire: run && isRunActive(run) ? 'connecting' : 'done',
    run,
    failure: run?.failure,
    reasoningMs: run?.reasoningMs,
  }
}
