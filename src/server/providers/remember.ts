import { toError } from '#lib/to-error.ts'
const freshMs = 60_000
const failureMs = 10_000
/** Maximum age of a value that is returned while a new value is loading. */
const staleMs = 600_000

/**
 * Caches a provider's response for 60 s and a failure for 10 s. A value of up to 10 minutes is
 * returned while a new value is loading.
 * @param load must end on its own, because several callers share it.
 * @param clock current time in milliseconds. Only tests set it.
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
    // This handler prevents an unhandled rejection. The failure is cached above.
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

export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(toError(signal.reason))
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
