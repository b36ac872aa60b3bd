import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { FollowedRun } from './followed-run.ts'
import type { FollowedRuns } from './followed-runs.ts'
import type { QuestionOutbox } from './outbox/outbox.ts'
import type { Waiting } from './outbox/outbox-storage.ts'
import { useChatRuntime } from './load-chat-runtime.ts'

export function useFollowedRuns(conversationId: string | undefined): {
  runs: FollowedRuns
  outbox: QuestionOutbox
  live: FollowedRun | undefined
  lives: readonly FollowedRun[]
  waiting: readonly Waiting[]
  isReady: boolean
} {
  const { runs, outbox, connect, isReady } = useChatRuntime(useQueryClient())
  const lives = useStore(runs.store, () => runs.all(conversationId))
  const waiting = useStore(outbox.store, () => outbox.of(conversationId))
  useEffect(connect, [connect])
  useEffect(
    () => (conversationId === undefined ? undefined : runs.look(conversationId)),
    [runs, conversationId],
  )
  return { runs, outbox, live: lives.at(-1), lives, waiting, isReady }
}
