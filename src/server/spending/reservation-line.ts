import { HttpError } from '../errors/http-error.ts'

/**
 * Queue of reservations (amounts that a running call may cost). A reservation that was refused
 * because of running calls is tried again.
 */
export type ReservationLine = {
  /**
   * @param who key of a caller, whose attempts are repeated in order.
   * @throws errors of `attempt`, and `rate_limited` only after the maximum wait. The signal's
   * reason if it is aborted.
   */
  enter: <T>(who: string, attempt: () => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** Retries the first waiting attempt. Call this when a reservation has ended. */
  wake: () => void
}

/** Maximum wait of an attempt in milliseconds. Clients wait at least as long for an answer. */
const waitMsDefault = 15_000
/**
 * Interval of retries in milliseconds, because reservations of other servers end without a call of
 * `wake`.
 */
const retryMs = 500
const waitingMax = 100

type Waiting = { wake: () => void }

export function createReservationLine(waitMs = waitMsDefault): ReservationLine {
  const lines = new Map<string, Waiting[]>()

  async function waitForTurn<T>(
    who: string,
    attempt: () => Promise<T>,
    { refusal, signal }: { refusal: HttpError; signal: AbortSignal | undefined },
  ): Promise<T> {
    const line = lines.get(who) ?? []
    if (line.length >= waitingMax) throw refusal
    lines.set(who, line)
    const own: Waiting = { wake: () => {} }
    line.push(own)
    const untilMs = performance.now() + waitMs
    try {
      for (;;) {
        const leftMs = untilMs - performance.now()
        if (leftMs <= 0) throw refusal
        const isFirst = line[0] === own
        await pause(own, { ms: isFirst ? Math.min(retryMs, leftMs) : leftMs, signal })
        signal?.throwIfAborted()
        if (line[0] !== own) continue
        try {
          return await attempt()
        } catch (error) {
          if (!isForRunningCalls(error)) throw error
        }
      }
    } finally {
      line.splice(line.indexOf(own), 1)
      if (line.length === 0) lines.delete(who)
      else line[0]?.wake()
    }
  }

  return {
    enter: async (who, attempt, signal) => {
      try {
        return await attempt()
      } catch (error) {
        if (!isForRunningCalls(error)) throw error
        return waitForTurn(who, attempt, { refusal: error, signal })
      }
    },
    wake: () => {
      for (const [first] of lines.values()) first?.wake()
    },
  }
}

const isForRunningCalls = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.code === 'rate_limited'

function pause(
  own: Waiting,
  { ms, signal }: { ms: number; signal: AbortSignal | undefined },
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    own.wake = end
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
