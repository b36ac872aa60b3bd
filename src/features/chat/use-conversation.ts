import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { newId } from '#lib/id.ts'
import type { LiveRun } from './live-runs.ts'
import { chatQueries } from './queries.ts'
import { threadOf, type Turn } from './thread.ts'
import { useLiveRun } from './use-live-run.ts'

export type AskOptions = {
  modelId: string
  /** Absent: `parentId`, a question, is answered again. */
  text?: string
  parentId: string | undefined
}

/** One conversation as it is shown: the server's messages and the answer being written. */
export function useConversation(conversationId: string | undefined) {
  const { runs, live } = useLiveRun(conversationId)
  const [chosenId, setChosenId] = useState<string>()
  // The server does not know a conversation before its first question has arrived there.
  const isFresh = live?.question !== undefined && live.question.parentId === undefined
  const query = useQuery({
    ...chatQueries.conversation(conversationId ?? ''),
    enabled: conversationId !== undefined && !isFresh,
  })
  const stored = query.data?.messages
  const turns = useMemo<Turn[]>(
    () => threadOf(withLive(stored ?? [], live), chosenId),
    [stored, live, chosenId],
  )

  const goingOn = stored?.findLast(({ run }) => run?.status === 'running')
  useEffect(() => {
    if (goingOn) runs.attach(goingOn)
  }, [runs, goingOn])

  function ask({ modelId, text, parentId }: AskOptions): string {
    const id = conversationId ?? newId()
    runs.ask(id, {
      runId: newId(),
      answerId: newId(),
      modelId,
      ...(text === undefined ? {} : { question: { id: newId(), text } }),
      ...(parentId === undefined ? {} : { parentId }),
    })
    setChosenId(undefined)
    return id
  }

  return {
    conversation: query.data?.conversation,
    turns,
    live,
    runs,
    error: live ? null : query.error,
    isLoading: query.isLoading,
    reload: () => void query.refetch(),
    ask,
    /** Shows the way through the tree that goes by this message. */
    choose: setChosenId,
  }
}

/** The messages with those of the live run that the server has not listed yet. */
function withLive(stored: readonly Message[], live: LiveRun | undefined): readonly Message[] {
  if (!live) return stored
  const known = new Set(stored.map(({ id }) => id))
  const fresh = [live.question, live.answer].filter(
    (message): message is Message => message !== undefined && !known.has(message.id),
  )
  return fresh.length === 0 ? stored : [...stored, ...fresh]
}
