type ReadCacheOptions = {
  /** How long a value is believed, in milliseconds. */
  lastsMs: number
  /** With one more than this, all are forgotten. */
  entriesMax: number
  /** Milliseconds. */
  clock: () => number
}

/** What was read from the store a moment ago. */
export type ReadCache<T> = {
  /**
   * The value that is known, or the one that `read` finds. That is kept unless `forget` was called
   * meanwhile, since it may be from before the change.
   */
  find: (key: string, read: () => Promise<T | undefined>) => Promise<T | undefined>
  /** To be called after every change. */
  forget: () => void
}

/** Remembers only what is there, so nobody fills it by guessing. */
export function createReadCache<T>({ lastsMs, entriesMax, clock }: ReadCacheOptions): ReadCache<T> {
  const entries = new Map<string, { value: T; atMs: number }>()
  let changes = 0

  return {
    async find(key, read) {
      const known = entries.get(key)
      // A clock that was set back makes nothing last longer.
      if (known && Math.abs(clock() - known.atMs) < lastsMs) return known.value
      entries.delete(key)
      const before = changes
      const value = await read()
      if (value === undefined || before !== changes) return value
      if (entries.size >= entriesMax) entries.clear()
      entries.set(key, { value, atMs: clock() })
      return value
    },

    forget() {
      changes++
      entries.clear()
    },
  }
}
