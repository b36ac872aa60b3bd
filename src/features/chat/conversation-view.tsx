import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useLatest } from '#ui/actions/use-latest.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import type { Message } from '#contract/chat/chat.ts'
import { Thread } from './thread/thread-view.tsx'
import { createScrollKeeper } from './thread/rows/scroll-keeper.ts'
import {
  BusyContext,
  EditedContext,
  ReadOnlyContext,
  ThreadActionsContext,
  type ThreadActions,
} from './thread/thread-actions.ts'
import type { ThreadHandle } from './thread/thread-handle.ts'
import { useStepping } from './thread/rows/use-stepping.ts'
import { SummariesContext, type ShownSummaries } from './summaries/summaries-context.ts'
import { RatingsContext, type ShownRatings } from './ratings/ratings-context.ts'
import type { Turn } from './messages/thread.ts'
import { useWantedMessage } from './thread/rows/use-wanted-message.ts'
import { ChatFilesContext } from './python/chat-files-context.ts'
import { useCopyChat } from './conversations/use-copy-chat.ts'
import type { Asking } from './use-asking.ts'
import type { ChatDialogState } from './dialogs/use-chat-dialogs.ts'
import type { ChatThread, NextQuestion } from './use-chat-state.ts'

type ConversationParts = {
  thread: ChatThread
  question: NextQuestion
  dialogs: ChatDialogState
}

type ConversationViewProps = ConversationParts & {
  asking: Asking
  onFindClosed: () => void
}

const loadFindBar = async () => (await import('./thread/find/find-bar.tsx')).FindBar
const loadComparison = async () => (await import('./compare/comparison.tsx')).Comparison

export function ConversationView({ asking, onFindClosed, ...parts }: ConversationViewProps) {
  const { chat, conversationId, view, isReadOnly, isRunning } = parts.thread
  const { live, lives, turns } = chat
  const [keeper] = useState(createScrollKeeper)
  const thread = useRef<ThreadHandle>(null)
  const actions = useRowActions(parts, asking)
  const { listFiles } = useLatest({
    listFiles: () => turns.flatMap(({ message }) => message.attachments ?? []),
  })
  const summaries = useShownSummaries(parts.thread)
  const ratings = useShownRatings(parts.thread)
  // Deferred, because this value re-renders the buttons of all answers. The new question renders
  // first.
  const isBusy = useDeferredValue(isRunning)

  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when the conversation changes.
  useEffect(() => keeper.follow(), [keeper, conversationId])

  // The newest question scrolls to the top, so that its answer has the space below.
  const askedId = live?.request && !live.request.isContinuation ? live.answer.parentId : undefined
  useEffect(() => {
    if (askedId !== undefined) keeper.anchor(askedId)
  }, [keeper, askedId])

  useWantedMessage(conversationId, chat, thread)
  useStepping(thread, keeper)

  return (
    <ThreadActionsContext value={actions}>
      <ReadOnlyContext value={isReadOnly}>
        <BusyContext value={isBusy}>
          <EditedContext value={view.editedId}>
            <ChatFilesContext value={listFiles}>
              <SummariesContext value={summaries}>
                <RatingsContext value={ratings}>
                  <Thread
                    ref={thread}
                    title={chat.conversation?.title}
                    turns={turns}
                    lives={lives}
                    isLoading={chat.isLoading}
                    keeper={keeper}
                    comparison={<ComparedAnswers thread={parts.thread} question={parts.question} />}
                    comparedQuestionId={view.comparedQuestionId}
                  >
                    {view.isFindWanted && (
                      <Loaded
                        load={loadFindBar}
                        props={{ turns, thread: () => thread.current, onClose: onFindClosed }}
                      />
                    )}
                  </Thread>
                </RatingsContext>
              </SummariesContext>
            </ChatFilesContext>
          </EditedContext>
        </BusyContext>
      </ReadOnlyContext>
    </ThreadActionsContext>
  )
}

function useShownSummaries({ chat, conversationId, isReadOnly }: ChatThread): ShownSummaries {
  const { summaries = none } = chat
  const onChanged = useLatest({ reload: chat.reload }).reload
  return useMemo(
    () => ({
      summaries,
      edit: isReadOnly || conversationId === undefined ? undefined : { conversationId, onChanged },
    }),
    [summaries, conversationId, isReadOnly, onChanged],
  )
}

const none: ShownSummaries['summaries'] = []

function useShownRatings({ chat, conversationId, isReadOnly, isShared }: ChatThread): ShownRatings {
  const { ratings = noRatings, votes = noVotes } = chat
  return useMemo(
    () => ({ ratings, votes, conversationId: isReadOnly || isShared ? undefined : conversationId }),
    [ratings, votes, conversationId, isReadOnly, isShared],
  )
}

const noRatings: ShownRatings['ratings'] = []
const noVotes: ShownRatings['votes'] = []

function useRowActions(
  { thread, question, dialogs }: ConversationParts,
  asking: Asking,
): ThreadActions {
  const { chat, isReadOnly, view } = thread
  const { nameOfModel } = question.models
  const copyChat = useCopyChat()
  const own = useLatest({
    branch: ({ conversationId, id }: Message) => void copyChat(conversationId, id),
    askAnother: (answer: Message) => dialogs.open({ kind: 'another', answer }),
    choose: isReadOnly ? chat.show : chat.choose,
    compare: (questionId: string | undefined) => view.compare(questionId),
    edit: view.edit,
  })
  return useMemo(() => ({ ...asking, ...own, nameOfModel }), [asking, own, nameOfModel])
}

function textsUpTo(turns: readonly Turn[], questionId: string): string[] {
  const at = turns.findIndex(({ message }) => message.id === questionId)
  return turns.slice(0, at + 1).map(({ message }) => message.text)
}

function ComparedAnswers({ thread, question }: Omit<ConversationParts, 'dialogs'>) {
  const { chat, view, isReadOnly } = thread
  const { models, comparedIds, setComparedIds } = question
  const questionId = view.comparedQuestionId
  const shown = chat.turns.find(({ message }) => message.parentId === questionId)
  if (questionId === undefined || !shown) return null
  return (
    <Loaded
      load={loadComparison}
      props={{
        answers: chat.messages.filter(
          ({ parentId, role }) => parentId === questionId && role === 'assistant',
        ),
        lives: chat.lives,
        chosenId: shown.message.id,
        onChoose: chat.choose,
        onSettle:
          comparedIds.length > 1
            ? ({ id, run }) => {
                chat.choose(id)
                if (run) models.choose(run.modelId)
                setComparedIds([])
                view.compare(undefined)
              }
            : undefined,
        onClose: () => view.compare(undefined),
        merge: isReadOnly
          ? undefined
          : {
              before: textsUpTo(chat.turns, questionId),
              modelId: models.modelId,
              onMerge: (modelId, answerIds) => chat.merge(questionId, { modelId, answerIds }),
            },
      }}
    />
  )
}
