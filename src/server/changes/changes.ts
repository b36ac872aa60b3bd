import type { ChangedTopic } from '#contract/changes.ts'

type Listener = (topic: ChangedTopic, id?: string) => void

/** Tells whoever listens that something has changed which many pages show. */
export type Changes = {
  /** @param id of what changed, where the topic has such. */
  tell: Listener
  /** @returns stops listening. */
  listen: (listener: Listener) => () => void
}

export function createChanges(): Changes {
  const listeners = new Set<Listener>()
  return {
    tell: (topic, id) => {
      for (const listener of listeners) listener(topic, id)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
