import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { createLiveRuns, type LiveRun, type LiveRuns } from './live-runs.ts'
import { chatQueries } from './queries.ts'

const perClient = new WeakMap<QueryClient, LiveRuns>()

/** The live runs that keep `client`'s conversations up to date. One per client. */
function liveRunsOf(client: QueryClient): LiveRuns {
  const known = perClient.get(client)
  if (known) return known
  const runs = createLiveRuns((run, what) => {
    void client.invalidateQueries({ queryKey: chatQueries.conversations().queryKey })
    if (what === 'ended') void handOver(client, runs, run)
  })
  perClient.set(client, runs)
  return runs
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
export function useLiveRun(conversationId: string | undefined): {
  runs: LiveRuns
  live: LiveRun | undefined
} {
  const runs = liveRunsOf(useQueryClient())
  const live = useSyncExternalStore(runs.subscribe, () => runs.get(conversationId))
  useEffect(
    () => (conversationId === undefined ? undefined : runs.look(conversationId)),
    [runs, conversationId],
  )
  return { runs, live }
}
