import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { findTitle } from '#api/chat.ts'
import { ApiError } from '#api/errors.ts'
import { isGoingOn, type ConversationDetail } from '#contract/chat.ts'
import { createLiveRuns, type LiveRun, type LiveRuns } from './live-runs.ts'
import { localOutboxStorage, type Waiting } from './outbox-storage.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { chatQueries } from '../queries.ts'

type Traffic = { runs: LiveRuns; outbox: Outbox }

const perClient = new WeakMap<QueryClient, Traffic>()

/** The live runs and the outbox that keep `client`'s conversations up to date. One pair per client. */
function trafficOf(client: QueryClient): Traffic {
  const known = perClient.get(client)
  if (known) return known
  const runs = createLiveRuns((run, what) => {
    void client.invalidateQueries({ queryKey: chatQueries.conversations().queryKey })
    if (what === 'started') outbox.arrived(run.runId)
    else void settle(run)
  })
  async function settle(run: LiveRun): Promise<void> {
    const detail = await handOver(client, runs, run)
    // Only now: the next run takes the place of this one, whose answer must be in the cache by then.
    outbox.ended(run.conversationId, run.runId, statusOf(run) === 'completed')
    if (detail && statusOf(run) === 'completed') await nameIt(client, detail)
  }
  const outbox = createOutbox(
    {
      send: (conversationId, request) => void runs.ask(conversationId, request),
      stop(conversationId) {
        for (const live of runs.all(conversationId)) runs.stop(live).catch(console.warn)
      },
      isBusy: (conversationId) =>
        runs.all(conversationId).some(({ store }) => isGoingOn(store.getSnapshot())),
      async prepare(conversationId) {
        const query = chatQueries.conversation(conversationId)
        const detail = await client.fetchQuery({ ...query, staleTime: 0 }).catch(ignoreMissing)
        for (const message of detail?.messages ?? []) {
          if (message.run && isGoingOn(message.run)) runs.attach(message)
        }
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

/** After the first answer its model finds a title, where the question still stands in for one. */
async function nameIt(client: QueryClient, detail: ConversationDetail): Promise<void> {
  const { conversation, messages } = detail
  const questions = messages.filter(({ role }) => role === 'user')
  const isNamed = !questions[0]?.text.startsWith(conversation.title.replace(/…$/, '').trimEnd())
  if (questions.length !== 1 || isNamed) return
  try {
    await findTitle(conversation.id)
    await client.invalidateQueries({ queryKey: chatQueries.conversations().queryKey })
    await client.invalidateQueries({ queryKey: chatQueries.conversation(conversation.id).queryKey })
  } catch (error) {
    // The question is a title too.
    console.warn('No title was found.', error)
  }
}

/** A conversation that the server does not know yet begins with the question that waits. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'not_found') return undefined
  throw error
}

/** Once the server's own list has the finished answer, the live one is not needed any more. */
async function handOver(
  client: QueryClient,
  runs: LiveRuns,
  run: LiveRun,
): Promise<ConversationDetail | undefined> {
  const query = chatQueries.conversation(run.conversationId)
  await client.cancelQueries({ queryKey: query.queryKey })
  // When this fails, the live answer simply stays in its place.
  const detail = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
  const stored = detail?.messages.find(({ id }) => id === run.answer.id)
  if (stored?.run?.id === run.runId && !isGoingOn(stored.run)) runs.release(run)
  return detail
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
  const lives = useSyncExternalStore(runs.subscribe, () => runs.all(conversationId))
  return { runs, outbox, live, lives, waiting }
}
