import type { ZodMiniType } from 'zod/mini'
import type { StoreApi } from 'zustand/vanilla'
import { browserStorage } from '#lib/browser/browser-storage.ts'

export interface OutboxStorage<T> {
  read: () => T[]
  write: (item: T) => void
  remove: (id: string) => void
  /**
   * Calls `listener` after a change by another tab.
   * @returns a function that unsubscribes.
   */
  subscribe: (listener: () => void) => () => void
}

/**
 * An item that waits to be sent. `queuedAtMs` is the time in Unix milliseconds at which the item
 * was added, and determines the order.
 */
type Queued = { queuedAtMs: number }

type StorageOptions<T> = {
  prefix: string
  schema: ZodMiniType<T>
  idOf: (item: T) => string
}

/**
 * Stores each item under a separate key of the browser's storage, so that two tabs do not overwrite
 * each other's items.
 */
export const browserOutboxStorage = <T extends Queued>({
  prefix,
  schema,
  idOf,
}: StorageOptions<T>): OutboxStorage<T> => ({
  read() {
    const found: T[] = []
    for (const key of browserStorage.listKeys()) {
      if (!key.startsWith(prefix)) continue
      const checked = schema.safeParse(parseJson(browserStorage.getItem(key)))
      // Drop items that an older version of the page has stored in another format, because they
      // cannot be sent.
      if (checked.success) found.push(checked.data)
      else browserStorage.removeItem(key)
    }
    return found.toSorted((a, b) => a.queuedAtMs - b.queuedAtMs)
  },
  write(item) {
    if (browserStorage.setItem(prefix + idOf(item), JSON.stringify(item))) return
    console.warn('The outbox is kept in this page only.')
  },
  remove(id) {
    browserStorage.removeItem(prefix + id)
  },
  subscribe(listener) {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(prefix)) listener()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
})

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

export type OutboxState<T> = { items: readonly T[] }

type ItemsOptions<T> = {
  storage: OutboxStorage<T>
  idOf: (item: T) => string
  itemsMax: number
}

/** Creates functions that change the items both in the store and in the browser's storage. */
export function outboxItems<T extends Queued>(
  store: StoreApi<OutboxState<T>>,
  { storage, idOf, itemsMax }: ItemsOptions<T>,
) {
  const all = () => store.getState().items
  const readAgain = () => store.setState({ items: storage.read() })

  function set(next: readonly T[]): void {
    const before = new Set(all())
    const ids = new Set(next.map(idOf))
    for (const item of next) if (!before.has(item)) storage.write(item)
    for (const item of before) if (!ids.has(idOf(item))) storage.remove(idOf(item))
    store.setState({ items: next })
  }

  return {
    all,
    set,
    find: (id: string): T | undefined => all().find((item) => idOf(item) === id),
    hasRoomFor: (count: number): boolean => all().length + count <= itemsMax,
    add: (items: readonly T[]): void => set([...all(), ...items]),
    remove: (id: string): void => set(all().filter((item) => idOf(item) !== id)),
    readAgain,
    followOtherTabs: (onChanged?: () => void): (() => void) =>
      storage.subscribe(() => {
        readAgain()
        onChanged?.()
      }),
  }
}
