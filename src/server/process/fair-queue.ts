import { toError } from '#lib/to-error.ts'
import { getCurrentPerson } from './current-person.ts'

export type FairJob = {
  who?: string | undefined
  /** True for a small job, which never waits for large jobs. */
  isSmall?: boolean | undefined
  signal?: AbortSignal | undefined
}

/** Limits concurrent jobs. The waiting person with the fewest running jobs is next. */
export type FairQueue = {
  /**
   * Waits for a turn.
   * @returns a function that ends the turn. Further calls have no effect.
   * @throws the signal's reason if it is aborted first.
   */
  take: (job?: FairJob) => Promise<() => void>
  getCounts: () => { runningCount: number; waitingCount: number }
}

type Waiting = { who: string; begin: () => void }
type Person = { running: number; lastStart: number }
type Lane = { max: number; running: number; waiting: Waiting[] }

/**
 * Creates a queue.
 * @param runningMax maximum number of concurrent large jobs.
 * @param smallMax maximum number of additional small jobs. Small jobs also run in place of large
 * jobs if no large job waits.
 */
export function createFairQueue(runningMax: number, smallMax = 0): FairQueue {
  const large: Lane = { max: runningMax, running: 0, waiting: [] }
  const small: Lane = { max: smallMax, running: 0, waiting: [] }
  const people = new Map<string, Person>()
  let starts = 0

  /**
   * Removes the first job of the person with the fewest running jobs. Among equals, the person who
   * has waited longest is next.
   */
  function shiftNext(waiting: Waiting[]): Waiting | undefined {
    let best = 0
    for (const [at, { who }] of waiting.entries()) {
      if (comparePeople(people.get(who), people.get(waiting[best]?.who ?? '')) < 0) best = at
    }
    return waiting.splice(best, 1)[0]
  }

  function forgetIdle(who: string): void {
    const isWaiting = [...large.waiting, ...small.waiting].some((one) => one.who === who)
    if (!isWaiting && people.get(who)?.running === 0) people.delete(who)
  }

  function start(lane: Lane, who: string): () => void {
    lane.running++
    const person = { running: (people.get(who)?.running ?? 0) + 1, lastStart: ++starts }
    people.set(who, person)
    let isRunning = true
    return () => {
      if (!isRunning) return
      isRunning = false
      lane.running--
      const { running = 1, lastStart = 0 } = people.get(who) ?? {}
      people.set(who, { running: running - 1, lastStart })
      // Places for small jobs run small jobs first. Other places run small jobs only if no large
      // job waits.
      const next =
        lane === small
          ? shiftNext(small.waiting)
          : (shiftNext(large.waiting) ?? shiftNext(small.waiting))
      next?.begin()
      forgetIdle(who)
    }
  }

  return {
    getCounts: () => ({
      runningCount: large.running + small.running,
      waitingCount: large.waiting.length + small.waiting.length,
    }),
    async take({ who = getCurrentPerson(), isSmall = false, signal } = {}) {
      signal?.throwIfAborted()
      const own = isSmall && smallMax > 0 ? small : large
      const free = [own, large].find(({ max, running }) => running < max)
      if (free) return start(free, who)
      return new Promise<() => void>((resolve, reject) => {
        const leave = () => {
          own.waiting.splice(own.waiting.indexOf(one), 1)
          if (signal) reject(toError(signal.reason))
        }
        const one: Waiting = {
          who,
          begin: () => {
            signal?.removeEventListener('abort', leave)
            const lane = [own, large].find(({ max, running }) => running < max) ?? own
            resolve(start(lane, who))
          },
        }
        own.waiting.push(one)
        signal?.addEventListener('abort', leave, { once: true })
      })
    },
  }
}

const comparePeople = (
  { running: a = 0, lastStart: lastA = 0 }: Partial<Person> = {},
  { running: b = 0, lastStart: lastB = 0 }: Partial<Person> = {},
): number => a - b || lastA - lastB
