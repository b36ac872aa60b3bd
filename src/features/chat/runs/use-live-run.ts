import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { LiveRun } from './live-run.ts'
import type { LiveRuns } from './live-runs.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Waiting } from './outbox/outbox-storage.ts'
import { useTraffic } from './load-traffic.ts'

/** Returns the runs of a conversation. While the component is mounted, they are being read. */
export function useLiveRun(conversationId: string | undefined): {
  runs: LiveRuns
  outbox: Outbox
  /** The newest run. */
  live: LiveRun | undefined
  /** All runs; several models may answer one question. */
  lives: readonly LiveRun[]
  /** Queued questions of this conversation, in order. */
  waiting: readonly Waiting[]
  /** True if questions can be asked. */
  isReady: boolean
} {
  const { runs, outbox, connect, isReady } = useTraffic(useQueryClient())
  const lives = useStore(runs.store, () => runs.all(conversationId))
  const waiting = useStore(outbox.store, () => outbox.of(conversationId))
  useEffect(connect, [connect])
  useEffect(
    () => (conversationId === undefined ? undefined : runs.look(conversationId)),
    [runs, conversationId],
  )
  return { runs, outbox, live: lives.at(-1), lives, waiting, isReady }
}
