type ReadCacheOptions = {
  lastsMs: number
  /** Maximum number of cached values. If there are more, all are dropped. */
  entriesMax: number
  clock: () => number
}

export type ReadCache<T> = {
  known: (key: string) => T | undefined
  /**
   * Returns the cached value, or calls `read` and caches its result. If `forget` was called during
   * the read, the result may be outdated and is not cached.
   */
  find: (key: string, read: () => Promise<T | undefined>) => Promise<T | undefined>
  forget: () => void
}

/** Creates a cache that stores only existing values, so that guessed keys do not fill it. */
export function createReadCache<T>({ lastsMs, entriesMax, clock }: ReadCacheOptions): ReadCache<T> {
  const entries = new Map<string, { value: T; atMs: number }>()
  let changes = 0

  function known(key: string): T | undefined {
    const entry = entries.get(key)
    // `Math.abs`, so that a clock that was set back does not extend a lifetime.
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
