import type { QueryClient } from '@tanstack/react-query'
import { followChanges } from '#api/changes.ts'
import { isAbort } from '#api/errors.ts'
import { changedTopics, type ChangedTopic } from '#contract/changes.ts'
import { connectionsQuery } from './connections.ts'
import { modelsQuery } from './models.ts'

const keys: Record<ChangedTopic, readonly unknown[]> = {
  connections: connectionsQuery().queryKey,
  models: modelsQuery().queryKey,
}

/**
 * Reads again what has changed on another page or by itself, until `signal` fires. A hidden page does not
 * listen, since browsers open few connections to one server; once seen again it reads everything anew.
 */
export function keepFresh(client: QueryClient, signal: AbortSignal): void {
  let listening: AbortController | undefined
  const refresh = (topic: ChangedTopic) => void client.invalidateQueries({ queryKey: keys[topic] })
  const refreshAll = () => changedTopics.forEach(refresh)
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
  refresh: (topic: ChangedTopic) => void
  refreshAll: () => void
}): AbortController {
  const stop = new AbortController()
  const read = async () => {
    try {
      for await (const topic of followChanges(stop.signal, on.refreshAll)) on.refresh(topic)
    } catch (error) {
      // The page goes on without: what is old is read again when it is next asked for.
      if (!isAbort(error)) console.warn('Changes are not followed any more.', error)
    }
  }
  void read()
  return stop
}
