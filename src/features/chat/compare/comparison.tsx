import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { use, useRef, useState, useSyncExternalStore, type UIEvent } from 'react'
import { isRunActive, type Message } from '#contract/chat/chat.ts'
import { formatDuration } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { AnswerView } from '../thread/answer/answer.tsx'
import type { FollowedRun } from '../runs/followed-run.ts'
import { ReadOnlyContext, useThreadActions } from '../thread/thread-actions.ts'
import { totalCost } from './total-cost.ts'

export type ComparisonProps = {
  answers: readonly Message[]
  lives: readonly FollowedRun[]
  chosenId: string
  onChoose: (answerId: string) => void
  /** Continues with one answer and its model only. Undefined if a single model is selected. */
  onSettle: ((answer: Message) => void) | undefined
  onClose: () => void
}

export const Comparison = (props: ComparisonProps) => {
  const { answers, lives, chosenId, onChoose, onSettle, onClose } = props
  const cost = totalCost(answers)
  const row = useRef<HTMLElement>(null)
  const [shownId, setShownId] = useState(answers[0]?.id)
  return (
    <section
      aria-label={`${answers.length} answers side by side`}
      className="relative left-1/2 w-[min(calc(100cqw-2rem),max(45rem,calc(var(--answers)*30rem)))] -translate-x-1/2"
      ref={(section) => section?.style.setProperty('--answers', String(answers.length))}
    >
      <div className="flex items-center gap-2 pb-2">
        <h2 className="flex-1 text-xs font-medium text-ink-faint">
          {answers.length} answers{cost && ` for ${cost}`}. The chat continues from the one you use.
        </h2>
        <IconButton
          size="sm"
          label="Show one at a time"
          icon={<X aria-hidden />}
          onClick={onClose}
        />
      </div>
      <AnswerTabs
        answers={answers}
        shownId={shownId}
        onShow={(id) => {
          const at = answers.findIndex((answer) => answer.id === id)
          row.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'start' })
        }}
      />
      <section
        ref={row}
        onScroll={(event) => setShownId(answers[findShown(event)]?.id)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys.
        tabIndex={0}
        aria-label="Answers"
        className="flex snap-x snap-mandatory items-stretch gap-3 overflow-x-auto pb-2"
      >
        {answers.map((message) => {
          const isChosen = message.id === chosenId
          const live = lives.find(({ answer }) => answer.id === message.id)
          return (
            <div
              key={message.id}
              data-chosen={isChosen || undefined}
              className="flex min-w-[min(20rem,84cqw)] flex-1 basis-0 snap-start flex-col overflow-hidden rounded-xl border border-line bg-surface-raised data-chosen:border-accent data-chosen:ring-1 data-chosen:ring-accent"
            >
              <div className="min-w-0 flex-1 px-4 pt-3 pb-2">
                <AnswerView message={message} siblings={[message.id]} live={live} />
              </div>
              <Choices {...{ message, live, isChosen, onChoose, onSettle }} />
            </div>
          )
        })}
      </section>
    </section>
  )
}

type AnswerTabsProps = {
  answers: readonly Message[]
  shownId: string | undefined
  onShow: (answerId: string) => void
}

/** Renders the models' names on phones, where one answer is visible at a time. */
function AnswerTabs({ answers, shownId, onShow }: AnswerTabsProps) {
  const { nameOfModel } = useThreadActions()
  return (
    <SegmentedControl
      label="Answer"
      value={shownId}
      onValueChange={onShow}
      className="mb-2 grid! sm:hidden!"
      options={answers.map(({ id, run }) => ({
        value: id,
        label: run === undefined ? 'Answer' : nameOfModel(run.modelId),
      }))}
    />
  )
}

/** Returns the index of the answer that is scrolled into view. */
function findShown({ currentTarget }: UIEvent): number {
  const { scrollLeft, scrollWidth, clientWidth, childElementCount } = currentTarget
  const wayPx = scrollWidth - clientWidth
  return wayPx <= 0 ? 0 : Math.round((scrollLeft / wayPx) * (childElementCount - 1))
}

type ChoicesProps = Pick<ComparisonProps, 'onChoose' | 'onSettle'> & {
  message: Message
  live: FollowedRun | undefined
  isChosen: boolean
}

/**
 * Renders the buttons that select an answer. Answers without content have none, because the chat
 * cannot continue from them.
 */
function Choices({ message, live, isChosen, onChoose, onSettle }: ChoicesProps) {
  const isReadOnly = use(ReadOnlyContext)
  const isUsable = useIsUsable(message, live)
  if (isReadOnly || (!isUsable && !isChosen)) return null
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 border-t border-line px-4 py-1.5">
      <Button
        size="sm"
        variant={isChosen ? 'ghost' : 'secondary'}
        icon={isChosen ? <Check aria-hidden className="text-accent" /> : undefined}
        disabled={isChosen}
        onClick={() => onChoose(message.id)}
      >
        {isChosen ? 'In use' : 'Use this one'}
      </Button>
      {onSettle && isUsable && (
        <Button size="sm" variant="ghost" onClick={() => onSettle(message)}>
          Continue with this model only
        </Button>
      )}
      {message.run?.finishedAt !== undefined && (
        <span className="ml-auto text-xs text-ink-faint tabular-nums">
          {formatDuration(Date.parse(message.run.finishedAt) - Date.parse(message.run.startedAt))}
        </span>
      )}
    </div>
  )
}

const never = () => () => {}

function useIsUsable(
  { run, text, attachments, toolCalls }: Message,
  live: FollowedRun | undefined,
) {
  return useSyncExternalStore(live?.store.subscribe ?? never, () => {
    const now = live?.store.getSnapshot()
    const status = now?.status ?? run?.status ?? 'completed'
    return (
      isRunActive({ status }) ||
      status === 'completed' ||
      (now?.text.text ?? text) !== '' ||
      (now?.toolCalls ?? toolCalls ?? []).length > 0 ||
      (attachments ?? []).length > 0
    )
  })
}
