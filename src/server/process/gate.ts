import { personNow } from './current-person.ts'
import { createFairQueue } from './fair-queue.ts'
import { createPlaces } from './places.ts'

/**
 * Runs jobs, a few at a time; the people who wait take turns.
 *
 * @param job.bytes what is worked on: small jobs do not wait for large ones.
 * @param job.who whose it is; the person the current work is done for unless told.
 * @throws {HttpError} `rate_limited` when the person, or the server, has too many.
 */
export type Gate = <T>(work: () => Promise<T>, job?: { bytes?: number; who?: string }) => Promise<T>

type GateOptions = {
  /** Jobs at once. */
  runningMax: number
  /** Jobs of one person that wait. */
  waitingMax: number
  /** What the jobs are, in the plural, for people to read. */
  what: string
  /** Jobs up to this size have a lane of their own, with one place. Absent: all count as large. */
  smallBytesMax?: number
}

/** So many people can have all the places of one person at the same time. */
const peopleMax = 4

export function createGate({
  runningMax,
  waitingMax,
  what,
  smallBytesMax = -1,
}: GateOptions): Gate {
  const personMax = runningMax + waitingMax
  const places = createPlaces({ personMax, max: peopleMax * personMax, what })
  const queue = createFairQueue(runningMax, smallBytesMax >= 0 ? 1 : 0)
  return async (work, { bytes = Infinity, who = personNow() } = {}) => {
    const leave = places.take(who)
    try {
      const end = await queue.take({ who, isSmall: bytes <= smallBytesMax })
      try {
        return await work()
      } finally {
        end()
      }
    } finally {
      leave()
    }
  }
}
