const freshMs = 60_000
const failureMs = 10_000
/** An older answer is not worth showing while the new one is on its way. */
const staleMs = 600_000

/**
 * Remembers what a provider told about itself for 60 s and a failure for 10 s, so that a picker, or an
 * API client, does not ask it each time. Between 60 s and 10 minutes the old answer serves while a new
 * one is fetched.
 *
 * @param load must end by itself: it serves several callers, so that no single one may abort it.
 * @param clock milliseconds, for tests.
 */
export function remember<T>(
  load: () => Promise<T>,
  clock: () => number = Date.now,
): (signal: AbortSignal) => Promise<T> {
  let loading: Promise<T> | undefined
  let known: { value: T; at: number } | undefined
  let failure: { error: unknown; at: number } | undefined

  const begin = () => {
    loading ??= load()
      .then(
        (value) => {
          known = { value, at: clock() }
          failure = undefined
          return value
        },
        (error: unknown) => {
          failure = { error, at: clock() }
          throw error
        },
      )
      .finally(() => {
        loading = undefined
      })
    // Nobody may be waiting for it; the failure is remembered above for who asks next.
    loading.catch(() => {})
    return loading
  }

  return async (signal) => {
    if (failure && clock() - failure.at < failureMs) throw failure.error
    const age = known ? clock() - known.at : Infinity
    if (known && age < freshMs) return known.value
    const next = begin()
    return known && age < staleMs && !failure ? known.value : untilAborted(next, signal)
  }
}

/** What `work` comes to, unless `signal` fires before: then its reason. The work itself goes on. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
