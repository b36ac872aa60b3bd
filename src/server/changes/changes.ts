import { changedTopics, type ChangedTopic } from '#contract/changes.ts'
import { log } from '../observability/log.ts'
import { currentOwnerId } from '../store/owner-scope.ts'
import { filterTopics, noWake, type Wake } from '../store/replica.ts'

type Listener = (topic: ChangedTopic, id?: string) => void

/** Topics whose changes concern one person only. Changes of other topics concern everybody. */
const ownTopics = new Set<ChangedTopic>(['chats'])

/**
 * Notifies pages of changed data. Changes of a person's data are sent only to that person's pages.
 */
export type Changes = {
  tell: Listener
  /** Calls `read` after a change by another process, before pages are notified. */
  onElsewhere: (read: () => Promise<void>) => void
  onAudience: (read: (conversationId: string) => Promise<readonly string[]>) => void
  /**
   * Calls `listener` on each change until the returned function is called.
   * @param ageMs age of the data that the listener has read. Changes since then are sent first.
   */
  listen: (listener: Listener, ageMs?: number) => () => void
}

/** Maximum number of changes kept for listeners that start after they have read the data. */
const keptMax = 200
type Kept = {
  topic: ChangedTopic
  id: string | undefined
  ownerId: string | undefined
  atMs: number
}

/** @param wake notifies other processes, which reload the data and then notify their pages. */
export function createChanges(wake: Wake = noWake): Changes {
  const listeners = new Map<Listener, string | undefined>()
  let audienceOf: ((conversationId: string) => Promise<readonly string[]>) | undefined
  const readAgain = new Set<() => Promise<void>>()
  const kept: Kept[] = []
  /** Changes before this time are not in `kept`. */
  let keptFromMs = -Infinity
  const keep = (change: Kept) => {
    kept.push(change)
    if (kept.length > keptMax) keptFromMs = kept.shift()?.atMs ?? keptFromMs
  }
  const tellKept = (listener: Listener, sinceMs: number) => {
    if (sinceMs <= keptFromMs) return changedTopics.forEach((topic) => listener(topic))
    const listenersId = listeners.get(listener)
    for (const { topic, id, ownerId } of kept.filter(({ atMs }) => atMs >= sinceMs)) {
      if (ownerId === undefined || ownerId === listenersId) listener(topic, id)
      else if (id !== undefined) tellAudience(id, () => [listener])
    }
  }
  const tellHere = (topic: ChangedTopic, id: string | undefined, ownerId: string | undefined) => {
    keep({ topic, id, ownerId, atMs: performance.now() })
    for (const [listener, listenersId] of listeners) {
      if (ownerId === undefined || ownerId === listenersId) listener(topic, id)
    }
    const areOthers = [...listeners.values()].some((one) => one !== undefined && one !== ownerId)
    if (topic === 'chats' && ownerId !== undefined && id !== undefined && areOthers) {
      tellAudience(id, () => listeners.keys())
    }
  }
  const tellAudience = (id: string, among: () => Iterable<Listener>) => {
    const tell = async () => {
      const audience = new Set(await audienceOf?.(id))
      for (const listener of among()) {
        const listenersId = listeners.get(listener)
        if (listenersId !== undefined && audience.has(listenersId)) listener('chats', id)
      }
    }
    tell().catch((error: unknown) =>
      log().warn({ error }, 'The people a chat is shared with were not told of a change.'),
    )
  }
  const hear = async (words: string | undefined) => {
    const [topic = '', ownerId, id] = words?.split(' ') ?? []
    if (topic !== 'chats') await Promise.allSettled([...readAgain].map((read) => read()))
    for (const one of changedTopics) {
      if (words === undefined || topic === one) tellHere(one, id || undefined, ownerId || undefined)
    }
  }
  wake.listen(filterTopics('changed', (words) => void hear(words)))
  return {
    tell: (topic, id) => {
      const ownerId = ownTopics.has(topic) ? currentOwnerId() : undefined
      tellHere(topic, id, ownerId)
      wake.tell(`changed:${topic} ${ownerId ?? ''} ${id ?? ''}`)
    },
    onAudience: (read) => {
      audienceOf = read
    },
    onElsewhere: (read) => void readAgain.add(read),
    listen: (listener, ageMs) => {
      listeners.set(listener, currentOwnerId())
      if (ageMs !== undefined) tellKept(listener, performance.now() - ageMs)
      return () => listeners.delete(listener)
    },
  }
}
