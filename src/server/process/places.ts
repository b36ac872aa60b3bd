import { formatPlural } from '#lib/format.ts'
import { HttpError } from '../errors/http-error.ts'
import type { CountedJob } from './counted-job.ts'
import { nobody, getCurrentPerson } from './current-person.ts'

export type PlaceLimits = {
  personMax: number
  max: number
  what: CountedJob
  retryAfterSeconds?: number
}

/**
 * Limits concurrent jobs per person and in total, so that nobody uses up the capacity of all
 * others. A place is the permission to run one job.
 */
export type Places = {
  /**
   * Takes a place, which is the permission to run one job.
   * @param who id of the person. Default: the current person.
   * @returns a function that releases the place. Further calls have no effect.
   * @throws {HttpError} `rate_limited` if the person or the server has too many jobs.
   */
  take: (who?: string) => () => void
}

export function createPlaces(limits: PlaceLimits): Places {
  const own = new Map<string, number>()
  let all = 0
  return {
    take: (who = getCurrentPerson()) => {
      refuseBeyondPlaces({ own: own.get(who) ?? 0, all, isNobody: who === nobody }, limits)
      own.set(who, (own.get(who) ?? 0) + 1)
      all++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (own.get(who) ?? 0) - 1
        if (left > 0) own.set(who, left)
        else own.delete(who)
        all--
      }
    },
  }
}

/** @throws {HttpError} `rate_limited` if one more job exceeds a limit. */
export function refuseBeyondPlaces(
  { own, all, isNobody = false }: { own: number; all: number; isNobody?: boolean },
  { personMax, max, what, retryAfterSeconds = 2 }: PlaceLimits,
): void {
  if (own >= personMax && !isNobody) {
    throw new HttpError(
      'rate_limited',
      `You already have ${formatPlural(own, what)} running or waiting. Wait for one to finish, then try again.`,
      { retryAfterSeconds },
    )
  }
  if (all >= max || own >= personMax) {
    throw new HttpError(
      'rate_limited',
      `The server is busy with ${formatPlural(all, what)}. Try again in a moment.`,
      { retryAfterSeconds },
    )
  }
}
