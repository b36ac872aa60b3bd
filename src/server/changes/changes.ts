import type { ChangedTopic } from '#contract/changes.ts'
import { currentOwnerId } from '../store/owner-scope.ts'

type Listener = (topic: ChangedTopic, id?: string) => void

/** What is each person's own; all else concerns everybody. */
const ownTopics = new Set<ChangedTopic>(['chats'])

/**
 * Tells whoever listens that something has changed which many pages show. What is somebody's own is told to
 * the pages of that person.
 */
export type Changes = {
  /** @param id of what changed, where the topic has such. */
  tell: Listener
  /** @returns stops listening. */
  listen: (listener: Listener) => () => void
}

export function createChanges(): Changes {
  const listeners = new Map<Listener, string | undefined>()
  return {
    tell: (topic, id) => {
      const ownerId = ownTopics.has(topic) ? currentOwnerId() : undefined
      for (const [listener, listenersId] of listeners) {
        if (ownerId === undefined || ownerId === listenersId) listener(topic, id)
      }
    },
    listen: (listener) => {
      listeners.set(listener, currentOwnerId())
      return () => listeners.delete(listener)
    },
  }
}
