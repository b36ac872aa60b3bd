import type { QueryClient } from '@tanstack/react-query'
import { findTitle } from '#api/chat/chat.ts'
import { ApiError } from '#api/http/errors.ts'
import { isRunActive, type ConversationDetail } from '#contract/chat/chat.ts'
import { holdRefresh, refreshSoon } from '#queries/keep-fresh.ts'
import { chatQueries } from '../queries/chat-queries.ts'
import { getThreadTurns } from '../messages/thread.ts'
import type { FollowedRun } from './followed-run.ts'
import { createFollowedRuns, type FollowedRuns } from './followed-runs.ts'
import { localOutboxStorage } from './outbox/outbox-storage.ts'
import { holdTabLock, ownTabId, waitForTabEnd } from './outbox/tab-lock.ts'
import { hasProvisionalTitle } from './provisional-title.ts'
import { createQuestionOutbox, type QuestionOutbox, type RunEnd } from './outbox/outbox.ts'

export type ChatRuntime = {
  runs: FollowedRuns
  outbox: QuestionOutbox
  /**
   * Starts to send queued questions. Returns a function that stops this once all callers have
   * disconnected and the queue is empty.
   */
  connect: () => () => void
}

const perClient = new WeakMap<QueryClient, ChatRuntime>()

/**
 * Returns the runs and the queue of questions for `client`. The first call creates the runs and the
 * queue.
 */
export function getChatRuntime(client: QueryClient): ChatRuntime {
  const known = perClient.get(client)
  if (known) return known
  const traffic = createTraffic(client)
  perClient.set(client, traffic)
  return traffic
}

function createTraffic(client: QueryClient): ChatRuntime {
  const onChanged: Parameters<typeof createFollowedRuns>[0] = (run, what) => {
    if (what === 'asked') return holdRefresh(client, waitForFirstText(run))
    refreshSoon(client, { topic: 'chats', id: run.conversationId })
    if (what === 'started') outbox.arrived(run.runId)
    else void settle(run)
    return undefined
  }
  const runs = createFollowedRuns(onChanged, undefined, (id) => outbox.of(id).length > 0)
  /** Conversations whose title has been requested. A comparison needs only one title. */
  const naming = new Set<string>()
  async function settle(run: FollowedRun): Promise<void> {
    const detail = await releaseOnceStored(client, runs, run)
    const { request } = run
    if (detail && request && isOutdated(run)) {
      const last = getThreadTurns(detail.messages, request.parentId).at(-1)
      if (last) outbox.outdated(run.conversationId, request, last.message.id)
      runs.release(run)
      return
    }
    // The next run replaces this run, so the query cache must contain the answer first.
    outbox.ended(run.conversationId, run.runId, getRunEnd(run))
    // Only the page that sent the question requests a title, because other pages also read the run.
    const { conversationId } = run
    if (!detail || !request || !mayBeNamed(run) || naming.has(conversationId)) return
    naming.add(conversationId)
    await requestTitle(client, detail).finally(() => naming.delete(conversationId))
  }
  const outbox = createQuestionOutbox(
    {
      send: (conversationId, request) => void runs.ask(conversationId, request),
      stop(conversationId) {
        for (const live of runs.all(conversationId)) {
          if (isRunActive(live.store.getSnapshot())) runs.stop(live).catch(console.warn)
        }
      },
      isBusy: (conversationId) =>
        runs.all(conversationId).some(({ store }) => isRunActive(store.getSnapshot())),
      async prepare(conversationId) {
        const query = chatQueries.conversation(conversationId)
        const detail = await client.fetchQuery({ ...query, staleTime: 0 }).catch(ignoreMissing)
        for (const message of detail?.messages ?? []) {
          if (!message.run || !isRunActive(message.run)) continue
          const lost = runs.all(conversationId).find(({ runId }) => runId === message.run?.id)
          if (lost && !isRunActive(lost.store.getSnapshot())) runs.retry(lost)
          else runs.attach(message)
        }
      },
      isOnline: () => navigator.onLine,
      now: Date.now,
      later: (callback, ms) => void setTimeout(callback, ms),
      tabId: ownTabId,
      waitForTabEnd,
    },
    localOutboxStorage,
  )
  return { runs, outbox, connect: connector(outbox) }
}

function connector(outbox: QuestionOutbox): () => () => void {
  let holders = 0
  let disconnect: (() => void) | undefined
  const open = () => {
    const stops = [
      holdTabLock(),
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

/** Milliseconds after which the lists are refreshed if an answer does not start. */
const heldMsMax = 300

const waitForFirstText = ({ store }: FollowedRun): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, heldMsMax)
    const stop = store.subscribe(() => {
      const answer = store.getSnapshot()
      if (answer.text.text !== '' || answer.reasoning.text !== '' || !isRunActive(answer)) end()
    })
  })

/** Returns whether the server refused the question because the branch has newer messages. */
const isOutdated = ({ store }: FollowedRun): boolean => {
  const { run, failure } = store.getSnapshot()
  return run === undefined && failure?.code === 'outdated'
}

function getRunEnd({ store }: FollowedRun): RunEnd {
  const { status, run } = store.getSnapshot()
  if (status === 'completed') return 'well'
  // The run has started, but the connection was lost before its end.
  return run && isRunActive(run) ? 'unseen' : 'badly'
}

const mayBeNamed = ({ store }: FollowedRun): boolean => {
  const { status, text } = store.getSnapshot()
  return status === 'completed' || (status === 'stopped' && text.text !== '')
}

async function requestTitle(client: QueryClient, detail: ConversationDetail): Promise<void> {
  const { conversation } = detail
  if (!hasProvisionalTitle(detail)) return
  try {
    await findTitle(conversation.id)
    await client.invalidateQueries({ queryKey: chatQueries.conversations().queryKey })
    await client.invalidateQueries({ queryKey: chatQueries.conversation(conversation.id).queryKey })
  } catch (error) {
    console.warn('No title was found.', error)
  }
}

/** The server creates a missing conversation with the queued question. */
function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_found'

/**
 * Removes runs once the query cache contains their answers, or if another page has deleted the
 * chat. Looks at all runs of the chat, because the request of a run that ends first is cancelled.
 */
async function releaseOnceStored(
  client: QueryClient,
  runs: FollowedRuns,
  run: FollowedRun,
): Promise<ConversationDetail | undefined> {
  const query = chatQueries.conversation(run.conversationId)
  await client.cancelQueries({ queryKey: query.queryKey })
  const detail = await client.fetchQuery({ ...query, staleTime: 0 }).catch((error: unknown) => {
    if (run.store.getSnapshot().run && isMissing(error)) runs.release(run)
    return undefined
  })
  for (const one of runs.all(run.conversationId)) {
    const stored = detail?.messages.find(({ id }) => id === one.answer.id)
    const isOver = !isRunActive(one.store.getSnapshot())
    if (isOver && stored?.run?.id === one.runId && !isRunActive(stored.run)) runs.release(one)
  }
  return detail
}
