import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { addMessage, changeConversation } from '#api/chat/chat.ts'
import {
  isGoingOn,
  type Attachment,
  type ConversationDetail,
  type Message,
  type StartRun,
} from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { newId } from '#lib/id.ts'
import { knownAttachment, rememberAttachments } from './attachments/known-attachments.ts'
import type { LiveRun } from './runs/live-run.ts'
import type { LiveRuns } from './runs/live-runs.ts'
import type { Outbox } from './runs/outbox/outbox.ts'
import { chatQueries } from './queries/chat-queries.ts'
import { threadOf, type Turn } from './messages/thread.ts'
import { useLiveRun } from './runs/use-live-run.ts'

export type Question = {
  text: string
  attachments: readonly Attachment[]
  /** What it goes after. */
  parentId: string | undefined
  /** Nothing follows `parentId`, as far as this page knows. */
  isNext?: boolean | undefined
  /** Of a conversation that has not begun. */
  settings?: ChatSettings | undefined
  /** Where a conversation that has not begun is put. */
  folderId?: string | undefined
}

/** One conversation as it is shown: the server's messages and the answers being written. */
export function useConversation(conversationId: string | undefined) {
  const client = useQueryClient()
  const { runs, outbox, live, lives, waiting, isReady } = useLiveRun(conversationId)
  const [choice, setChoice] = useState<{ in: string | undefined; id: string | undefined }>()
  // The server does not know a conversation before its first question has arrived there.
  const isFresh =
    (live?.question !== undefined && live.question.parentId === undefined) ||
    waiting[0]?.request.parentId === undefined
  const isUnsent = live === undefined && waiting.length > 0 && isFresh
  const query = useQuery({
    ...chatQueries.conversation(conversationId ?? ''),
    enabled: conversationId !== undefined && !(live && isFresh) && !isUnsent,
  })
  const detail = query.data
  const stored = detail?.messages
  const chosenId = choice?.in === conversationId && choice ? choice.id : detail?.conversation.leafId
  const all = useMemo(() => withLive(stored ?? [], lives), [stored, lives])
  const turns = useMemo<Turn[]>(() => threadOf(all, chosenId), [all, chosenId])

  useEffect(() => {
    const shown = new Set(turns.map(({ message }) => message.id))
    for (const message of stored ?? []) {
      // What is written on another branch is read once that is shown, and disturbs nothing here.
      const isShown = message.parentId === undefined || shown.has(message.parentId)
      if (isShown && message.run && isGoingOn(message.run)) runs.attach(message)
    }
  }, [runs, stored, turns])

  const reload = () => void query.refetch()

  return {
    conversation: detail?.conversation,
    settings: detail?.settings,
    /** A system prompt that somebody else wrote, and that the owner has not accepted. */
    offeredPrompt: detail?.offeredPrompt,
    /** Every message, shown or not. */
    messages: all,
    turns,
    live,
    lives,
    waiting,
    runs,
    outbox,
    /** Questions can be asked. */
    isReady,
    error: live || waiting.length > 0 ? null : query.error,
    isLoading: query.isLoading,
    reload,
    ...actionsOf({ conversationId, client, runs, outbox, setChoice }),
  }
}

type Reach = {
  conversationId: string | undefined
  client: QueryClient
  runs: LiveRuns
  outbox: Outbox
  /** Shows the branch through the message `id`, whatever is begun beside it elsewhere; the newest without one. */
  setChoice: (choice: { in: string; id: string | undefined }) => void
}

/** What can be done in a conversation. */
const actionsOf = ({ conversationId, client, runs, outbox, setChoice }: Reach) => ({
  /** Asks, or lets the question wait until it can be asked. @returns the conversation's id. */
  ask(question: Question, modelId: string): string {
    const id = conversationId ?? newId()
    const request = requestOf(question, modelId)
    outbox.add(id, request)
    setChoice({ in: id, id: request.question?.id })
    return id
  },

  /** Asks several models the same. @returns the ids of the conversation and of the question. */
  askSeveral(question: Question, modelIds: readonly string[]): { id: string; questionId: string } {
    const id = conversationId ?? newId()
    const first = requestOf(question, modelIds[0] ?? '')
    for (const modelId of modelIds) {
      runs.ask(id, { ...first, runId: newId(), answerId: newId(), modelId })
    }
    setChoice({ in: id, id: first.question?.id })
    return { id, questionId: first.question?.id ?? '' }
  },

  /** Lets a model answer a question that has been asked before. */
  answerAgain: (parentId: string, modelId: string): void => {
    if (conversationId === undefined) return
    const answerId = newId()
    runs.ask(conversationId, { runId: newId(), answerId, modelId, parentId })
    setChoice({ in: conversationId, id: answerId })
  },

  /** Lets an answer go on where it stopped. */
  goOn(answer: Message, modelId: string): void {
    if (conversationId === undefined || answer.parentId === undefined) return
    const { id: answerId, parentId } = answer
    runs.ask(
      conversationId,
      { runId: newId(), answerId, modelId, parentId, isContinuation: true },
      answer,
    )
  },

  /** Keeps another wording of a message beside the old one. Throws as `addMessage` does. */
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

  /** Shows the way through the tree that goes by this message, on this page. */
  show: (messageId: string) => {
    if (conversationId !== undefined) setChoice({ in: conversationId, id: messageId })
  },

  /** Shows the way through the tree that goes by this message, here and elsewhere. */
  choose: (messageId: string): void => {
    if (conversationId === undefined) return
    setChoice({ in: conversationId, id: messageId })
    // What this page shows does not depend on it; the next page that opens shows the newest.
    changeConversation(conversationId, { leafId: messageId }).catch(console.warn)
  },
})

/** A request with all its ids; sent again, it means the same question. */
function requestOf(
  { text, attachments, parentId, isNext, settings, folderId }: Question,
  modelId: string,
): StartRun {
  rememberAttachments(attachments)
  const files = attachments.map(({ kind, id }) => ({ kind, id }))
  return {
    runId: newId(),
    answerId: newId(),
    modelId,
    question: { id: newId(), text, ...(files.length === 0 ? {} : { attachments: files }) },
    ...(parentId === undefined ? {} : { parentId }),
    ...(isNext && parentId !== undefined && { isNext }),
    ...(settings === undefined ? {} : { settings }),
    ...(folderId !== undefined && parentId === undefined && { folderId }),
  }
}

/** The messages with those of the live runs that the server has not listed yet. */
function withLive(stored: readonly Message[], lives: readonly LiveRun[]): readonly Message[] {
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
