import { HttpError } from '../errors/http-error.ts'

/** Runs attempts to reserve; each that is refused because of running calls is tried again for a while. */
export type ReservationLine = {
  /**
   * @param who attempts of one caller are repeated in the order in which they came.
   * @throws what `attempt` throws, `rate_limited` only after the longest wait; the signal's reason when that fires.
   */
  enter: <T>(who: string, attempt: () => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** To be called when a reservation has ended: whoever is first tries again at once. */
  wake: () => void
}

/** A caller who waits longer gets the refusal; clients wait at least as long for an answer. */
const waitMsDefault = 15_000
/** Reservations of other servers end without a wake. */
const retryMs = 500
/** Of one caller. */
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
