import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { ApiError } from '#api/errors.ts'
import { createLiveRuns, type LiveRun, type LiveRuns } from './live-runs.ts'
import { localOutboxStorage, type Waiting } from './outbox-storage.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { chatQueries } from './queries.ts'

type Traffic = { runs: LiveRuns; outbox: Outbox }

const perClient = new WeakMap<QueryClient, Traffic>()

/** The live runs and the outbox that keep `client`'s conversations up to date. One pair per client. */
function trafficOf(client: QueryClient): Traffic {
  const known = perClient.get(client)
  if (known) return known
  const runs = createLiveRuns((run, what) => {
    void client.invalidateQueries({ queryKey: chatQueries.conversations().queryKey })
    if (what === 'started') outbox.arrived(run.runId)
    else {
      void handOver(client, runs, run)
      outbox.ended(run.conversationId, run.runId, statusOf(run) === 'completed')
    }
  })
  const outbox = createOutbox(
    {
      send: (conversationId, request) => void runs.ask(conversationId, request),
      stop(conversationId) {
        const live = runs.get(conversationId)
        if (live) runs.stop(live).catch(console.warn)
      },
      isBusy(conversationId) {
        const live = runs.get(conversationId)
        return live !== undefined && statusOf(live) === 'running'
      },
      async prepare(conversationId) {
        const query = chatQueries.conversation(conversationId)
        const detail = await client.fetchQuery({ ...query, staleTime: 0 }).catch(ignoreMissing)
        const goingOn = detail?.messages.findLast(({ run }) => run?.status === 'running')
        if (goingOn) runs.attach(goingOn)
      },
      isOnline: () => navigator.onLine,
      now: Date.now,
      later: (callback, ms) => void setTimeout(callback, ms),
    },
    localOutboxStorage,
  )
  window.addEventListener('online', outbox.pump)
  outbox.pump()
  const traffic = { runs, outbox }
  perClient.set(client, traffic)
  return traffic
}

const statusOf = (run: LiveRun) => run.store.getSnapshot().status

/** A conversation that the server does not know yet begins with the question that waits. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'not_found') return undefined
  throw error
}

/** Once the server's own list has the finished answer, the live one is not needed any more. */
async function handOver(client: QueryClient, runs: LiveRuns, run: LiveRun): Promise<void> {
  const query = chatQueries.conversation(run.conversationId)
  await client.cancelQueries({ queryKey: query.queryKey })
  // When this fails, the live answer simply stays in its place.
  const detail = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
  const stored = detail?.messages.find(({ id }) => id === run.answer.id)
  if (stored?.run && stored.run.status !== 'running') runs.release(run)
}

/** The run of a conversation that this page reads, if any. Looking at it keeps it being read. */
export function useLiveRun(conversationId: string | undefined): Traffic & {
  /** The newest. */
  live: LiveRun | undefined
  /** All, as several models may answer one question. */
  lives: readonly LiveRun[]
  /** Questions of this conversation that have not been sent, in their order. */
  waiting: readonly Waiting[]
} {
  const { runs, outbox } = trafficOf(useQueryClient())
  const live = useSyncExternalStore(runs.subscribe, () => runs.get(conversationId))
  const waiting = useSyncExternalStore(outbox.subscribe, () => outbox.of(conversationId))
  useEffect(
    () => (conversationId === undefined ? undefined : runs.look(conversationId)),
    [runs, conversationId],
  )
  const lives = useMemo(() => (live ? [live] : []), [live])
  return { runs, outbox, live, lives, waiting }
}
