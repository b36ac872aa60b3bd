import { hashKey, type QueryClient } from '@tanstack/react-query'
import { followChanges } from '#api/changes.ts'
import { isAbort } from '#api/http/errors.ts'
import { changedTopics, type Change } from '#contract/changes.ts'
import { chatKeys } from './chat-keys.ts'
import { connectionsQuery } from './connections.ts'
import { modelsQuery } from './models.ts'
import { downloadsQuery } from './stored-models.ts'

/** Cache keys of what a change has made old. */
function keysOf({ topic, id }: Change, client: QueryClient): (readonly unknown[])[] {
  if (topic === 'connections') return [connectionsQuery().queryKey]
  if (topic === 'models') return [modelsQuery().queryKey]
  if (topic === 'downloads') return [downloadsQuery().queryKey]
  if (id === undefined) return [chatKeys.all]
  const conversation = chatKeys.conversation(id)
  // The lists are ahead of the server while it is told where a row went, and are read again after that.
  const isAhead = client.isMutating({ mutationKey: chatKeys.change }) > 0
  return isAhead ? [conversation] : [conversation, chatKeys.conversations, chatKeys.folders]
}

const waiting = new WeakMap<QueryClient, Map<string, Change>>()
const held = new WeakMap<QueryClient, Promise<unknown>>()
/** A page that is never idle reads again all the same. */
const busyMsMax = 100

/**
 * Reads again what a change has made old, once the page has drawn what it has: an answer's words come
 * before the list of chats. The same told several times until then is read once.
 */
export function refreshSoon(client: QueryClient, change: Change): void {
  const known = waiting.get(client)
  const changes = known ?? new Map<string, Change>()
  changes.set(JSON.stringify(change), change)
  if (known) return
  waiting.set(client, changes)
  whenIdle(() => void (held.get(client) ?? Promise.resolve()).then(read))
  function read() {
    waiting.delete(client)
    const keys = [...changes.values()].flatMap((one) => keysOf(one, client))
    for (const queryKey of new Map(keys.map((key) => [hashKey(key), key])).values()) {
      void client.invalidateQueries({ queryKey })
    }
  }
}

/** Nothing is read again until this is over: the server and the line are for what somebody waits for. */
export function holdRefresh(client: QueryClient, awaited: Promise<void>): void {
  const before = held.get(client)
  held.set(client, before ? Promise.all([before, awaited]) : awaited)
}

const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: busyMsMax })
  else setTimeout(work)
}

/**
 * Reads again what has changed on another page or by itself, until `signal` fires. A hidden page does not
 * listen, since browsers open few connections to one server; once seen again it reads everything anew.
 */
export function keepFresh(client: QueryClient, signal: AbortSignal): void {
  let listening: AbortController | undefined
  const refresh = (change: Change) => refreshSoon(client, change)
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
  refresh: (change: Change) => void
  refreshAll: () => void
}): AbortController {
  const stop = new AbortController()
  const read = async () => {
    try {
      for await (const change of followChanges(stop.signal, on.refreshAll)) on.refresh(change)
    } catch (error) {
      // The page goes on without: what is old is read again when it is next asked for.
      if (!isAbort(error)) console.warn('Changes are not followed any more.', error)
    }
  }
  void read()
  return stop
}
