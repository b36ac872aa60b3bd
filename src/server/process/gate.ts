import type { CountedJob } from './counted-job.ts'
import { getCurrentPerson } from './current-person.ts'
import { createFairQueue } from './fair-queue.ts'
import { createPlaces } from './places.ts'

/**
 * Runs a limited number of jobs at once. Waiting people take turns.
 * @param job.bytes size of the input, because small jobs do not wait for large jobs.
 * @param job.who id of the person. Default: the current person.
 * @throws {HttpError} `rate_limited` if the person or the server has too many jobs.
 */
export type Gate = <T>(work: () => Promise<T>, job?: { bytes?: number; who?: string }) => Promise<T>

type GateOptions = {
  runningMax: number
  waitingMax: number
  what: CountedJob
  /**
   * Maximum input size of a small job in bytes. Small jobs have a separate lane with one place. If
   * absent, all jobs are large.
   */
  smallBytesMax?: number
}

/**
 * The limit of running and waiting jobs of all people is this number times the limit per person.
 */
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
  return async (work, { bytes = Infinity, who = getCurrentPerson() } = {}) => {
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
