import type { ChatModel } from '#contract/models.ts'

const freshMs = 60_000
const failureMs = 10_000
/** An older list is not worth showing while the new one is on its way. */
const staleMs = 600_000

/**
 * Remembers a list of models for 60 s and a failure for 10 s, so that a picker, or an API client,
 * does not ask the service each time. Between 60 s and 10 minutes the old list answers while a new
 * one is fetched.
 *
 * @param load must end by itself: it serves several callers, so that no single one may abort it.
 * @param clock milliseconds, for tests.
 */
export function rememberModels(
  load: () => Promise<ChatModel[]>,
  clock: () => number = Date.now,
): (signal: AbortSignal) => Promise<ChatModel[]> {
  let loading: Promise<ChatModel[]> | undefined
  let models: { list: ChatModel[]; at: number } | undefined
  let failure: { error: unknown; at: number } | undefined

  const begin = () => {
    loading ??= load()
      .then(
        (list) => {
          models = { list, at: clock() }
          failure = undefined
          return list
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
    const age = models ? clock() - models.at : Infinity
    if (models && age < freshMs) return models.list
    const next = begin()
    return models && age < staleMs && !failure ? models.list : untilAborted(next, signal)
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
