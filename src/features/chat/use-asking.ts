import { isRunActive, type Message } from '#contract/chat/chat.ts'
import { isTouchFirst } from '#lib/browser/send-key.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { useLatest } from '#ui/actions/use-latest.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
import type { MessageDraft } from './composer/use-composer-handle.ts'
import type { Turn } from './messages/thread.ts'
import type { FollowedRun } from './runs/followed-run.ts'
import type { ChatThread, NextQuestion } from './use-chat-state.ts'

type Told = {
  onAsked: (conversationId: string) => void
  onEdited: () => void
  onTakenBack: (draft: MessageDraft) => void
  onMentioned: (words: string) => void
  onAttached: (files: readonly File[]) => void
}

/** Returns functions that send questions and stop answers. Their identity never changes. */
export function useAsking(
  { thread, question }: { thread: ChatThread; question: NextQuestion },
  { onAsked, onEdited, onTakenBack, onMentioned, onAttached }: Told,
) {
  const { chat, view, isRunning } = thread
  const { models, settings, comparedIds, folderId } = question
  const { live, lives, runs, outbox, turns } = chat
  const canAsk = chat.isReady && !isRunning

  const begun = (conversationId: string) => {
    question.begun(conversationId)
    onAsked(conversationId)
    // On phones, a person often leaves the page while an answer is written.
    if (isTouchFirst()) void offer()
  }
  const ask = (draft: MessageDraft, after: { parentId: string | undefined; isNext?: boolean }) => {
    if (models.modelId === undefined || !chat.isReady) return
    const asked = { ...draft, ...after, settings: settings.toSend, folderId }
    const isCompared = comparedIds.length > 1 && !isRunning
    const modelIds = isCompared ? comparedIds : [models.modelId]
    if (!outbox.hasRoomFor(modelIds.length)) {
      showToast({ title: t('Too many messages are waiting already.'), kind: 'error' })
      return
    }
    const { id, questionId } = chat.ask(asked, modelIds)
    if (isCompared) view.compare(questionId, id)
    begun(id)
  }

  const atEnd = { parentId: getEnd(turns, lives), isNext: true }

  return useLatest({
    send: (draft: MessageDraft) => ask(draft, atEnd),
    start: (text: string) => {
      const draft = { text, attachments: [] }
      if (chat.isReady) ask(draft, atEnd)
      else onTakenBack(draft)
    },
    stop: () => {
      for (const one of lives) {
        if (!isRunActive(one.store.getSnapshot())) continue
        runs.stop(one).catch(reportFailure(t('Could not stop the answer.')))
      }
    },
    askAgain: ({ parentId, run }: Message, modelId?: string) => {
      const id = modelId ?? models.modelId ?? run?.modelId
      if (parentId !== undefined && id !== undefined && canAsk) chat.answerAgain(parentId, id)
    },
    goOn: (answer: Message) => {
      const modelId = answer.run?.modelId ?? models.modelId
      if (modelId !== undefined && canAsk) chat.goOn(answer, modelId)
    },
    retry: () => live && runs.retry(live),
    mention: (words: string) => onMentioned(words),
    attach: (files: readonly File[]) => onAttached(files),
    takeBack: () => {
      if (!live?.question) return
      const { text, attachments = [] } = live.question
      outbox.remove(live.runId)
      const questionId = live.question.id
      for (const one of lives) if (one.question?.id === questionId) runs.release(one)
      onTakenBack({ text, attachments })
    },
    sendEdited: ({ parentId, attachments = [] }: Message, text: string) => {
      if (!chat.isReady) return
      view.edit(undefined)
      ask({ text, attachments }, { parentId })
      onEdited()
    },
    keepEdited: (message: Message, text: string) => {
      view.edit(undefined)
      chat.keep(message, text).catch(reportFailure(t('Could not save your edit.')))
    },
  })
}

/** Offers notices. The offer is only a hint, so a failure to load it is ignored. */
const offer = () =>
  import('#queries/notice-offer.ts').then(
    ({ offerNotices }) => offerNotices(showToast, reportFailure(t('Notifications'))),
    () => {},
  )

export type Asking = ReturnType<typeof useAsking>

/**
 * Returns the id of the last message of a thread. Skips a question that the server has refused,
 * because the server does not know this question.
 */
function getEnd(turns: readonly Turn[], lives: readonly FollowedRun[]): string | undefined {
  const id = turns.at(-1)?.message.id
  const last = lives.find(({ answer }) => answer.id === id)
  const { status, run } = last?.store.getSnapshot() ?? {}
  return last?.question && status === 'failed' && !run ? last.question.parentId : id
}
