import type { OutboxStorage } from './outbox.ts'

export function memoryOutboxStorage<T extends { queuedAtMs: number }>(
  idOf: (item: T) => string,
): OutboxStorage<T> & { kept: Map<string, T> } {
  const kept = new Map<string, T>()
  return {
    kept,
    read: () => [...kept.values()].toSorted((a, b) => a.queuedAtMs - b.queuedAtMs),
    write: (item) => void kept.set(idOf(item), item),
    remove: (id) => void kept.delete(id),
    subscribe: () => () => {},
  }
}
