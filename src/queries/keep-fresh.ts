import { hashKey, type QueryClient } from '@tanstack/react-query'
import { followChanges } from '#api/changes.ts'
import { isAbort } from '#api/http/errors.ts'
import { changedTopics, type TopicChange } from '#contract/changes.ts'
import { chatKeys } from './chat-keys.ts'
import { connectionsQuery } from './connections.ts'
import { modelsQuery } from './models.ts'
import { downloadsQuery } from './stored-models.ts'

function getKeys({ topic, id }: TopicChange, client: QueryClient): (readonly unknown[])[] {
  if (topic === 'connections') return [connectionsQuery().queryKey]
  if (topic === 'models') return [modelsQuery().queryKey, chatKeys.assistants]
  if (topic === 'downloads') return [downloadsQuery().queryKey]
  if (id === undefined) return [chatKeys.all]
  const conversation = chatKeys.conversation(id)
  // While such a mutation runs, the lists already show its result. They are reloaded after the
  // mutation.
  const isAhead = client.isMutating({ mutationKey: chatKeys.change }) > 0
  if (isAhead) return [conversation]
  return [conversation, chatKeys.conversations, chatKeys.folders, chatKeys.schedules]
}

const waiting = new WeakMap<QueryClient, Map<string, TopicChange>>()
const held = new WeakMap<QueryClient, Promise<unknown>>()
/** Maximum delay of a reload in milliseconds on a page that is never idle. */
const busyMsMax = 100

/** Reloads changed queries once the page is idle, so that an answer renders before the lists. */
export function refreshSoon(client: QueryClient, change: TopicChange): void {
  const known = waiting.get(client)
  const changes = known ?? new Map<string, TopicChange>()
  changes.set(JSON.stringify(change), change)
  if (known) return
  waiting.set(client, changes)
  whenIdle(() => void (held.get(client) ?? Promise.resolve()).then(read))
  function read() {
    waiting.delete(client)
    const keys = [...changes.values()].flatMap((one) => getKeys(one, client))
    for (const queryKey of new Map(keys.map((key) => [hashKey(key), key])).values()) {
      void client.invalidateQueries({ queryKey })
    }
  }
}

/** Delays reloading until the awaited request ends, because that request is more urgent. */
export function holdRefresh(client: QueryClient, awaited: Promise<void>): void {
  const before = held.get(client)
  held.set(client, before ? Promise.all([before, awaited]) : awaited)
}

const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: busyMsMax })
  else setTimeout(work)
}

/**
 * Reloads changed queries until `signal` aborts. A hidden page disconnects, because browsers limit
 * the connections per server, and reloads everything when the user returns.
 */
export function keepFresh(client: QueryClient, signal: AbortSignal): void {
  let listening: AbortController | undefined
  const refresh = (change: TopicChange) => refreshSoon(client, change)
  const refreshAll = () => changedTopics.forEach((topic) => refresh({ topic }))
  const stop = () => {
    listening?.abort()
    listening = undefined
  }
  const start = () => {
    listening ??= listen({ refresh, refreshAll })
  }
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) return stop()
      if (!listening) refreshAll()
      start()
    },
    { signal },
  )
  signal.addEventListener('abort', stop)
  if (!document.hidden && !signal.aborted) start()
}

function listen(on: {
  refresh: (change: TopicChange) => void
  refreshAll: () => void
}): AbortController {
  const stop = new AbortController()
  const read = async () => {
    try {
      for await (const change of followChanges(stop.signal, on.refreshAll)) on.refresh(change)
    } catch (error) {
      if (!isAbort(error)) console.warn('Changes are not followed any more.', error)
    }
  }
  void read()
  return stop
}
