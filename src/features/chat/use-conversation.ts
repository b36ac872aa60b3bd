import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { addMessage, changeConversation } from '#api/chat/chat.ts'
import {
  isRunActive,
  type Attachment,
  type ConversationDetail,
  type Message,
  type StartRun,
} from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { explainError } from '#lib/explain.ts'
import { newId } from '#lib/id.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/app.ts'
import { knownAttachment, rememberAttachments } from './attachments/known-attachments.ts'
import type { FollowedRun } from './runs/followed-run.ts'
import type { FollowedRuns } from './runs/followed-runs.ts'
import type { QuestionOutbox } from './runs/outbox/outbox.ts'
import { chatQueries } from './queries/chat-queries.ts'
import { getThreadTurns, type Turn } from './messages/thread.ts'
import { useFollowedRuns } from './runs/use-followed-runs.ts'

type Question = {
  text: string
  attachments: readonly Attachment[]
  parentId: string | undefined
  /** True if this page knows no message after `parentId`. */
  isNext?: boolean | undefined
  settings?: ChatSettings | undefined
  folderId?: string | undefined
}

export function useConversation(conversationId: string | undefined) {
  const client = useQueryClient()
  const { runs, outbox, live, lives, waiting, isReady } = useFollowedRuns(conversationId)
  const [choice, setChoice] = useState<{ in: string | undefined; id: string | undefined }>()
  // The server knows a conversation only after its first question has arrived.
  const isFresh =
    (live?.question !== undefined && live.question.parentId === undefined) ||
    (waiting[0] !== undefined && waiting[0].request.parentId === undefined)
  const isUnsent = live === undefined && waiting.length > 0 && isFresh
  const query = useQuery({
    ...chatQueries.conversation(conversationId ?? ''),
    enabled: conversationId !== undefined && !(live && isFresh) && !isUnsent,
  })
  const detail = query.data
  const stored = detail?.messages
  const chosenId = choice?.in === conversationId && choice ? choice.id : detail?.conversation.leafId
  const all = useMemo(() => withLive(stored ?? [], lives), [stored, lives])
  const turns = useMemo<Turn[]>(() => getThreadTurns(all, chosenId), [all, chosenId])

  useEffect(() => {
    const shown = new Set(turns.map(({ message }) => message.id))
    for (const message of stored ?? []) {
      // An answer on a hidden branch is added when its branch is shown.
      const isShown = message.parentId === undefined || shown.has(message.parentId)
      if (isShown && message.run && isRunActive(message.run)) runs.attach(message)
    }
  }, [runs, stored, turns])

  const reload = () => void query.refetch()

  return {
    conversation: detail?.conversation,
    settings: detail?.settings,
    offeredPrompt: detail?.offeredPrompt,
    summaries: detail?.summaries,
    ratings: detail?.ratings,
    votes: detail?.votes,
    messages: all,
    turns,
    live,
    lives,
    waiting,
    runs,
    outbox,
    isReady,
    error: live || waiting.length > 0 ? null : query.error,
    isLoading: query.isLoading,
    reload,
    ...createActions({ conversationId, client, runs, outbox, setChoice }),
  }
}

type Reach = {
  conversationId: string | undefined
  client: QueryClient
  runs: FollowedRuns
  outbox: QuestionOutbox
  setChoice: (choice: { in: string; id: string | undefined }) => void
}

const createActions = ({ conversationId, client, runs, outbox, setChoice }: Reach) => ({
  /**
   * Sends a question to one or several models, or queues the question until sending is possible.
   * @returns the ids of the conversation and of the question.
   */
  ask(question: Question, modelIds: readonly string[]): { id: string; questionId: string } {
    const id = conversationId ?? newId()
    const questionId = newId()
    outbox.add(id, ...modelIds.map((modelId) => createRequest(question, { modelId, questionId })))
    setChoice({ in: id, id: questionId })
    return { id, questionId }
  },

  answerAgain: (parentId: string, modelId: string): void => {
    if (conversationId === undefined) return
    const answerId = newId()
    runs.ask(conversationId, { runId: newId(), answerId, modelId, parentId })
    setChoice({ in: conversationId, id: answerId })
  },

  merge: (
    parentId: string,
    { modelId, answerIds }: { modelId: string; answerIds: readonly string[] },
  ): void => {
    if (conversationId === undefined) return
    const answerId = newId()
    const mergedIds = [...answerIds]
    runs.ask(conversationId, { runId: newId(), answerId, modelId, parentId, mergedIds })
    setChoice({ in: conversationId, id: answerId })
  },

  goOn(answer: Message, modelId: string): void {
    if (conversationId === undefined || answer.parentId === undefined) return
    const { id: answerId, parentId } = answer
    runs.ask(
      conversationId,
      { runId: newId(), answerId, modelId, parentId, isContinuation: true },
      answer,
    )
  },

  /**
   * Adds another version of a message.
   * @throws the errors of `addMessage`.
   */
  async keep(message: Message, text: string): Promise<void> {
    if (conversationId === undefined) return
    const { role, parentId, attachments = [] } = message
    const kept = await addMessage(conversationId, {
      id: newId(),
      role,
      text,
      ...(parentId === undefined ? {} : { parentId }),
      ...(attachments.length === 0
        ? {}
        : { attachments: attachments.map(({ kind, id }) => ({ kind, id })) }),
    })
    client.setQueryData<ConversationDetail>(
      chatQueries.conversation(conversationId).queryKey,
      (held) => held && { ...held, messages: [...held.messages, kept] },
    )
    setChoice({ in: conversationId, id: kept.id })
  },

  show: (messageId: string) => {
    if (conversationId !== undefined) setChoice({ in: conversationId, id: messageId })
  },

  choose: (messageId: string): void => {
    if (conversationId === undefined) return
    setChoice({ in: conversationId, id: messageId })
    void storeChoice(conversationId, messageId)
  },
})

/** Saves which branch is shown. Until the request succeeds, other pages show the newest branch. */
async function storeChoice(conversationId: string, leafId: string): Promise<void> {
  try {
    await changeConversation(conversationId, { leafId })
  } catch (error) {
    showToast({
      kind: 'error',
      title: t('Could not store which version you chose.'),
      detail: explainError(error),
      action: { label: t('Try again'), onSelect: () => void storeChoice(conversationId, leafId) },
    })
  }
}

/** Creates a request with all its ids, so that a retry is idempotent. */
function createRequest(
  { text, attachments, parentId, isNext, settings, folderId }: Question,
  { modelId, questionId }: { modelId: string; questionId: string },
): StartRun {
  rememberAttachments(attachments)
  const files = attachments.map(({ kind, id }) => ({ kind, id }))
  return {
    runId: newId(),
    answerId: newId(),
    modelId,
    question: { id: questionId, text, ...(files.length === 0 ? {} : { attachments: files }) },
    ...(parentId === undefined ? {} : { parentId }),
    ...(isNext && parentId !== undefined && { isNext }),
    ...(settings === undefined ? {} : { settings }),
    ...(folderId !== undefined && parentId === undefined && { folderId }),
  }
}

function withLive(stored: readonly Message[], lives: readonly FollowedRun[]): readonly Message[] {
  const known = new Map(stored.map((message) => [message.id, message]))
  for (const { question, answer, request } of lives) {
    if (question && !known.has(question.id)) {
      const attachments = (request?.question?.attachments ?? []).flatMap(
        ({ id }) => knownAttachment(id) ?? [],
      )
      known.set(question.id, attachments.length === 0 ? question : { ...question, attachments })
    }
    if (!known.has(answer.id)) known.set(answer.id, answer)
  }
  return known.size === stored.length ? stored : [...known.values()]
}
