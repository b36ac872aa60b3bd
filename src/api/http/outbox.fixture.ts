import type { OutboxStorage } from './outbox.ts'

export function memoryOutboxStorage<T extends { queuedAtMs: number }>(
  idOf: (item: T) => string,
): OutboxStorage<T> & { kept: Map<string, T>; notifyTabs: () => void } {
  const kept = new Map<string, T>()
  const listeners = new Set<() => void>()
  return {
    kept,
    read: () => [...kept.values()].toSorted((a, b) => a.queuedAtMs - b.queuedAtMs),
    write: (item) => void kept.set(idOf(item), item),
    remove: (id) => void kept.delete(id),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notifyTabs: () => listeners.forEach((listener) => listener()),
  }
}
