import type { ChangedTopic } from '#contract/changes.ts'

/** Tells whoever listens that something has changed which many pages show. */
export type Changes = {
  tell: (topic: ChangedTopic) => void
  /** @returns stops listening. */
  listen: (listener: (topic: ChangedTopic) => void) => () => void
}

export function createChanges(): Changes {
  const listeners = new Set<(topic: ChangedTopic) => void>()
  return {
    tell: (topic) => {
      for (const listener of listeners) listener(topic)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
