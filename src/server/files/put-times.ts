const rememberedMax = 50_000

/** Records how long ago this process stored its most recent blobs. */
export function createPutTimes(clock: () => number) {
  const putAt = new Map<string, number>()

  return {
    note(key: string): void {
      putAt.delete(key)
      putAt.set(key, clock())
      const [oldest] = putAt.keys()
      if (putAt.size > rememberedMax && oldest !== undefined) putAt.delete(oldest)
    },
    agoMs(key: string): number | undefined {
      const at = putAt.get(key)
      return at === undefined ? undefined : clock() - at
    },
    forget: (key: string): void => void putAt.delete(key),
  }
}
