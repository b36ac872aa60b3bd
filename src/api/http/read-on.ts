import { ApiError, NetworkError, StreamCutOffError } from './errors.ts'
import { wait } from './wait.ts'

const firstDelayMs = 500
const longestDelayMs = 15_000

/**
 * Reads a stream, and goes on reading after each loss of the connection, as often as it takes. Ends with
 * the stream, and quietly when `signal` fires.
 *
 * @param open starts to read, from where it broke off. Waits grow until it has given something again.
 * @param onLost is called with how long until the next try, each time that the connection is lost.
 * @throws what `open` throws when trying again cannot help.
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

/** Whether trying again later can help. */
function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429
  return error instanceof NetworkError || error instanceof StreamCutOffError
}
