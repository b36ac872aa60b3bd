import { ApiError, NetworkError, StreamCutOffError } from './errors.ts'

const firstDelayMs = 500
const longestDelayMs = 15_000

/**
 * Yields the items of a stream, and reconnects after each loss of the connection. Ends when the
 * stream ends or `signal` is aborted.
 * @param open continues the stream after the last item. The delay between attempts grows until an
 * item arrives.
 * @param onLost called after each loss, with the delay before the next attempt.
 * @throws the error of `open` if a retry cannot succeed.
 */
export async function* readOn<Item>(
  open: () => AsyncIterable<Item>,
  signal: AbortSignal,
  onLost: (retryInMs: number) => void = () => {},
): AsyncGenerator<Item, void, undefined> {
  let delayMs = firstDelayMs
  while (!signal.aborted) {
    try {
      for await (const item of open()) {
        delayMs = firstDelayMs
        yield item
      }
      return
    } catch (error) {
      if (signal.aborted) return
      if (!mayPass(error)) throw error
      onLost(delayMs)
      await wait(delayMs, signal)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    }
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429
  return error instanceof NetworkError || error instanceof StreamCutOffError
}

/** Resolves after `ms`, or earlier when `signal` is aborted. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
