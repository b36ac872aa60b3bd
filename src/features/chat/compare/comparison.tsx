import Check from 'lucide-react/icons/check'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Trophy from 'lucide-react/icons/trophy'
import X from 'lucide-react/icons/x'
import {
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type UIEvent,
} from 'react'
import { isRunActive, type Message } from '#contract/chat/chat.ts'
import { votedAnswersMax } from '#contract/chat/ratings.ts'
import { formatDuration } from '#lib/format.ts'
import { Badge } from '#ui/feedback/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { t } from '#languages/app.ts'
import { AnswerView } from '../thread/answer/answer.tsx'
import type { FollowedRun } from '../runs/followed-run.ts'
import { RatingsContext } from '../ratings/ratings-context.ts'
import { useVote } from '../ratings/use-rate.ts'
import {
  BusyContext,
  ReadOnlyContext,
  ThreadActionsContext,
  useThreadActions,
} from '../thread/thread-actions.ts'
import { MergeBar, type MergeBarProps } from './merge-bar.tsx'
import { totalCost } from './total-cost.ts'

export type ComparisonProps = {
  answers: readonly Message[]
  lives: readonly FollowedRun[]
  chosenId: string
  onChoose: (answerId: string) => void
  /** Continues the chat with one answer and its model. Undefined if a single model is selected. */
  onSettle: ((answer: Message) => void) | undefined
  onClose: () => void
  merge?: Pick<MergeBarProps, 'before' | 'modelId' | 'onMerge'> | undefined
}

const isFinished = ({ run, text }: Message): boolean =>
  run !== undefined && !isRunActive(run) && text.trim() !== ''

/** Returns the finished answers that can be voted on and merged: the newest ones. */
const listComparable = (answers: readonly Message[]): Message[] =>
  answers.filter((answer) => isFinished(answer) && !answer.run?.mergedIds).slice(-votedAnswersMax)

/** Sorts answers by the random end of their ids, so that the order does not reveal the models. */
const byChance = (a: Message, b: Message): number => (a.id.slice(-8) < b.id.slice(-8) ? -1 : 1)

/**
 * Renders the answers to one question side by side, with buttons to vote on answers and to merge
 * answers.
 */
export const Comparison = (props: ComparisonProps) => {
  const { lives, chosenId, onChoose, onSettle, onClose, merge } = props
  const [areNamesHidden, setAreNamesHidden] = useState(false)
  const answers = areNamesHidden ? props.answers.toSorted(byChance) : props.answers
  const actions = useThreadActions()
  const shownActions = useMemo(
    () => (areNamesHidden ? { ...actions, nameOfModel: hideNames(answers) } : actions),
    // oxlint-disable-next-line react/exhaustive-deps -- the names depend only on the ids.
    [actions, areNamesHidden, answers.map(({ id }) => id).join()],
  )
  const cost = totalCost(answers)
  const row = useRef<HTMLElement>(null)
  const [shownId, setShownId] = useState(answers[0]?.id)
  const voting = useVoting(props.answers, () => setAreNamesHidden(false))
  const finished = listComparable(props.answers)
  const comparable = answers.filter((answer) => finished.includes(answer))
  const isBusy = use(BusyContext)
  const mergedAt = answers.findIndex(({ id, run }) => id === chosenId && run?.mergedIds)
  useEffect(() => {
    // On phones, the merged answer is beside the visible answer.
    row.current?.children[mergedAt]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }, [mergedAt])
  return (
    <ThreadActionsContext value={shownActions}>
      <section
        aria-label={t('{answersCount} answers side by side', { answersCount: answers.length })}
        className="relative start-1/2 w-[min(calc(100cqw-2rem),max(45rem,calc(var(--answers)*30rem)))] -translate-x-1/2 rtl:translate-x-1/2"
        ref={(section) => section?.style.setProperty('--answers', String(answers.length))}
      >
        <div className="flex items-center gap-2 pb-2">
          <h2 className="flex-1 text-xs font-medium text-ink-faint">
            {t('{answersCount} answers', { answersCount: answers.length })}
            {cost && ` ${t('for {cost}', { cost })}`}
            {t('. The chat continues from the one you use.')}
            {answers.length > votedAnswersMax &&
              ` ${t('Votes and merged answers use the newest {votedAnswersMax}.', { votedAnswersMax })}`}
          </h2>
          {voting && (
            <Button
              size="sm"
              variant="ghost"
              aria-pressed={voting.isTie}
              className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
              onClick={voting.voteTie}
            >
              {t('Tie')}
            </Button>
          )}
          <IconButton
            size="sm"
            label={areNamesHidden ? t('Show names') : t('Hide names for a fair vote')}
            isActive={areNamesHidden}
            icon={areNamesHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
            onClick={() => setAreNamesHidden(!areNamesHidden)}
          />
          <IconButton
            size="sm"
            label={t('Show one at a time')}
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
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
          tabIndex={0}
          aria-label={t('Answers')}
          className="flex snap-x snap-mandatory items-stretch gap-3 overflow-x-auto px-px pt-px pb-2"
        >
          {answers.map((message) => {
            const isChosen = message.id === chosenId
            const live = lives.find(({ answer }) => answer.id === message.id)
            return (
              <div
                key={message.id}
                data-chosen={isChosen || undefined}
                className="flex min-w-[min(18.125rem,84cqw)] flex-1 basis-0 snap-start flex-col overflow-hidden rounded-xl border border-line bg-surface-raised data-chosen:border-accent data-chosen:ring-1 data-chosen:ring-accent"
              >
                <div className="min-w-0 flex-1 px-4 pt-3 pb-2">
                  <AnswerView message={message} siblings={[message.id]} live={live} />
                </div>
                <Choices {...{ message, live, isChosen, onChoose, onSettle, voting }} />
              </div>
            )
          })}
        </section>
        {merge && (
          <MergeBar
            {...merge}
            answers={comparable}
            isBusy={isBusy}
            onMerge={(...chosen) => {
              // The pressed button is removed while the answers are merged.
              row.current?.focus({ preventScroll: true })
              merge.onMerge(...chosen)
            }}
          />
        )}
      </section>
    </ThreadActionsContext>
  )
}

const hideNames = (answers: readonly Message[]) => (modelId: string) => {
  const at = answers.findIndex(({ run }) => run?.modelId === modelId)
  return at < 0 ? t('Answer') : t('Answer {at}', { at: String.fromCharCode(65 + at) })
}

type Voting = {
  winnerId: string | undefined
  isTie: boolean
  answerIds: readonly string[]
  vote: (answerId: string) => void
  voteTie: () => void
}

function useVoting(answers: readonly Message[], onVoted: () => void): Voting | undefined {
  const { votes, conversationId = '' } = use(RatingsContext)
  const { mutate } = useVote(conversationId)
  const isReadOnly = use(ReadOnlyContext)
  const questionId = answers[0]?.parentId
  const voted = listComparable(answers)
  const answerIds = voted.map(({ id }) => id)
  const models = new Set(voted.map(({ run }) => run?.modelId))
  if (isReadOnly || conversationId === '' || questionId === undefined || models.size < 2) {
    return undefined
  }
  const current = votes.find(({ id }) => id === questionId)
  const isTie = current !== undefined && current.winnerId === undefined
  const send = (winnerId: string | undefined, isRemoved: boolean) => {
    const vote = { answerIds, ...(winnerId !== undefined && { winnerId }) }
    mutate({ questionId, vote: isRemoved ? undefined : vote }, { onSuccess: onVoted })
  }
  return {
    winnerId: current?.winnerId,
    isTie,
    answerIds,
    vote: (answerId) => send(answerId, current?.winnerId === answerId),
    voteTie: () => send(undefined, isTie),
  }
}

type AnswerTabsProps = {
  answers: readonly Message[]
  shownId: string | undefined
  onShow: (answerId: string) => void
}

function AnswerTabs({ answers, shownId, onShow }: AnswerTabsProps) {
  const { nameOfModel } = useThreadActions()
  return (
    <SegmentedControl
      label={t('Answer')}
      value={shownId}
      onValueChange={onShow}
      className="mb-2 grid! sm:hidden! [&_span]:truncate [&>label]:min-w-0"
      options={answers.map(({ id, run }) => ({
        value: id,
        label:
          run === undefined ? t('Answer') : run.mergedIds ? t('Merged') : nameOfModel(run.modelId),
      }))}
    />
  )
}

function findShown({ currentTarget }: UIEvent): number {
  const { scrollLeft, scrollWidth, clientWidth, childElementCount } = currentTarget
  const wayPx = scrollWidth - clientWidth
  // From right to left, positions are negative.
  return wayPx <= 0 ? 0 : Math.round((Math.abs(scrollLeft) / wayPx) * (childElementCount - 1))
}

type ChoicesProps = Pick<ComparisonProps, 'onChoose' | 'onSettle'> & {
  message: Message
  live: FollowedRun | undefined
  isChosen: boolean
  voting: Voting | undefined
}

function Choices({ message, live, isChosen, onChoose, onSettle, voting }: ChoicesProps) {
  const { nameOfModel } = useThreadActions()
  const isReadOnly = use(ReadOnlyContext)
  const isUsable = useIsUsable(message, live)
  if (isReadOnly || (!isUsable && !isChosen)) return null
  return (
    <fieldset
      aria-label={message.run && nameOfModel(message.run.modelId)}
      className="flex min-h-12 min-w-0 flex-wrap items-center gap-2 border-t border-line px-4 py-1.5"
    >
      {voting?.answerIds.includes(message.id) && (
        <>
          <IconButton
            size="sm"
            label={t('Best answer')}
            isActive={voting.winnerId === message.id}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
            icon={<Trophy aria-hidden />}
            onClick={() => voting.vote(message.id)}
          />
          {voting.winnerId === message.id && <Badge tone="accent">{t('Your pick')}</Badge>}
        </>
      )}
      <Button
        size="sm"
        variant={isChosen ? 'ghost' : 'secondary'}
        icon={isChosen ? <Check aria-hidden className="text-accent" /> : undefined}
        disabled={isChosen}
        onClick={() => onChoose(message.id)}
      >
        {isChosen ? t('In use') : t('Use this one')}
      </Button>
      {onSettle && isUsable && (
        <Button size="sm" variant="ghost" onClick={() => onSettle(message)}>
          {t('Only this model')}
        </Button>
      )}
      {message.run?.finishedAt !== undefined && (
        <span className="ms-auto text-xs text-ink-faint tabular-nums max-sm:hidden">
          {formatDuration(Date.parse(message.run.finishedAt) - Date.parse(message.run.startedAt))}
        </span>
      )}
    </fieldset>
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
