import type { QueryClient } from '@tanstack/react-query'
import { findTitle } from '#api/chat/chat.ts'
import { ApiError } from '#api/http/errors.ts'
import { isGoingOn, type ConversationDetail } from '#contract/chat/chat.ts'
import { holdRefresh, refreshSoon } from '#queries/keep-fresh.ts'
import { chatQueries } from '../queries/chat-queries.ts'
import { threadOf } from '../messages/thread.ts'
import type { LiveRun } from './live-run.ts'
import { createLiveRuns, type LiveRuns } from './live-runs.ts'
import { localOutboxStorage } from './outbox/outbox-storage.ts'
import { hasStandInTitle } from './stand-in-title.ts'
import { createOutbox, type Outbox, type RunEnd } from './outbox/outbox.ts'

export type Traffic = {
  runs: LiveRuns
  outbox: Outbox
  /**
   * Sends what waits, now and when the network is back, and follows other tabs, until all who asked for
   * it have let go and nothing waits any more. The result lets go.
   */
  connect: () => () => void
}

const perClient = new WeakMap<QueryClient, Traffic>()

/** The live runs and the outbox that keep `client`'s conversations up to date. One pair per client. */
export function trafficOf(client: QueryClient): Traffic {
  const known = perClient.get(client)
  if (known) return known
  const traffic = createTraffic(client)
  perClient.set(client, traffic)
  return traffic
}

function createTraffic(client: QueryClient): Traffic {
  const runs = createLiveRuns((run, what) => {
    if (what === 'asked') return holdRefresh(client, firstWordOf(run))
    refreshSoon(client, { topic: 'chats', id: run.conversationId })
    if (what === 'started') outbox.arrived(run.runId)
    else void settle(run)
    return undefined
  })
  async function settle(run: LiveRun): Promise<void> {
    const detail = await handOver(client, runs, run)
    const { request } = run
    if (detail && request && isOutdated(run)) {
      const last = threadOf(detail.messages, request.parentId).at(-1)
      if (last) outbox.outdated(run.conversationId, request, last.message.id)
      runs.release(run)
      return
    }
    // Only now: the next run takes the place of this one, whose answer must be in the cache by then.
    outbox.ended(run.conversationId, run.runId, endOf(run))
    // The page that asked sees to it, not each that reads along.
    if (detail && request && mayBeNamed(run)) await nameIt(client, detail)
  }
  const outbox = createOutbox(
    {
      send: (conversationId, request) => void runs.ask(conversationId, request),
      stop(conversationId) {
        for (const live of runs.all(conversationId)) {
          if (isGoingOn(live.store.getSnapshot())) runs.stop(live).catch(console.warn)
        }
      },
      isBusy: (conversationId) =>
        runs.all(conversationId).some(({ store }) => isGoingOn(store.getSnapshot())),
      async prepare(conversationId) {
        const query = chatQueries.conversation(conversationId)
        const detail = await client.fetchQuery({ ...query, staleTime: 0 }).catch(ignoreMissing)
        for (const message of detail?.messages ?? []) {
          if (!message.run || !isGoingOn(message.run)) continue
          const lost = runs.all(conversationId).find(({ runId }) => runId === message.run?.id)
          if (lost && !isGoingOn(lost.store.getSnapshot())) runs.retry(lost)
          else runs.attach(message)
        }
      },
      isOnline: () => navigator.onLine,
      now: Date.now,
      later: (callback, ms) => void setTimeout(callback, ms),
    },
    localOutboxStorage,
  )
  return { runs, outbox, connect: connector(outbox) }
}

/** Listens as long as somebody wants it or something waits. */
function connector(outbox: Outbox): () => () => void {
  let holders = 0
  let disconnect: (() => void) | undefined
  const open = () => {
    const stops = [
      outbox.followOtherTabs(),
      outbox.store.subscribe(({ items }) => {
        if (holders === 0 && items.length === 0) disconnect?.()
      }),
      () => window.removeEventListener('online', outbox.pump),
    ]
    window.addEventListener('online', outbox.pump)
    disconnect = () => {
      disconnect = undefined
      for (const stop of stops) stop()
    }
    outbox.pump()
  }
  return () => {
    holders++
    if (!disconnect) open()
    return () => {
      holders--
      if (holders === 0 && outbox.store.getState().items.length === 0) disconnect?.()
    }
  }
}

/** So long the lists may be old for an answer that does not begin. */
const heldMsMax = 300

/** Resolves once the answer has begun or ended, or does not come at once. */
const firstWordOf = ({ store }: LiveRun): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, heldMsMax)
    const stop = store.subscribe(() => {
      const answer = store.getSnapshot()
      if (answer.text.text !== '' || answer.reasoning.text !== '' || !isGoingOn(answer)) end()
    })
  })

/** The server did not take the question: the chat has gone on elsewhere. */
const isOutdated = ({ store }: LiveRun): boolean => {
  const { run, failure } = store.getSnapshot()
  return run === undefined && failure?.code === 'outdated'
}

function endOf({ store }: LiveRun): RunEnd {
  const { status, run } = store.getSnapshot()
  if (status === 'completed') return 'well'
  // It began, and nobody said that it ended: the connection was lost for too long.
  return run && isGoingOn(run) ? 'unseen' : 'badly'
}

const mayBeNamed = ({ store }: LiveRun): boolean => {
  const { status, text } = store.getSnapshot()
  return status === 'completed' || (status === 'stopped' && text.text !== '')
}

/** After the first answer its model finds a title, where the question still stands in for one. */
async function nameIt(client: QueryClient, detail: ConversationDetail): Promise<void> {
  const { conversation } = detail
  if (!hasStandInTitle(detail)) return
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
  if (!isMissing(error)) throw error
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_found'

/**
 * Once the server's own list has the finished answer, the live one is not needed any more; nor where the chat has been
 * deleted elsewhere, so that nobody answers what is left of it here.
 */
async function handOver(
  client: QueryClient,
  runs: LiveRuns,
  run: LiveRun,
): Promise<ConversationDetail | undefined> {
  const query = chatQueries.conversation(run.conversationId)
  await client.cancelQueries({ queryKey: query.queryKey })
  // When this fails, the live answer simply stays in its place.
  const detail = await client.fetchQuery({ ...query, staleTime: 0 }).catch((error: unknown) => {
    if (run.store.getSnapshot().run && isMissing(error)) runs.release(run)
    return undefined
  })
  const stored = detail?.messages.find(({ id }) => id === run.answer.id)
  if (stored?.run?.id === run.runId && !isGoingOn(stored.run)) runs.release(run)
  return detail
}
