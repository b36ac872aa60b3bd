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
  /** What is known, without asking for it. */
  known: (key: string) => T | undefined
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

  function known(key: string): T | undefined {
    const entry = entries.get(key)
    // A clock that was set back makes nothing last longer.
    if (entry && Math.abs(clock() - entry.atMs) < lastsMs) return entry.value
    entries.delete(key)
    return undefined
  }

  return {
    known,
    async find(key, read) {
      const value = known(key)
      if (value !== undefined) return value
      const before = changes
      const found = await read()
      if (found === undefined || before !== changes) return found
      if (entries.size >= entriesMax) entries.clear()
      entries.set(key, { value: found, atMs: clock() })
      return found
    },

    forget() {
      changes++
      entries.clear()
    },
  }
}
