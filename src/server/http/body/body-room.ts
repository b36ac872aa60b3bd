import { HttpError } from '../../errors/http-error.ts'

/** Memory for request bodies that are being read or worked on. */
export type BodyRoom = {
  /**
   * Waits until there is room. Whoever waits has not been read from, so that the network holds the rest
   * of the body back.
   *
   * @param who of several callers none gets more than half.
   * @throws {HttpError} `rate_limited` when too many wait, or when there is no room for too long.
   */
  enter: (who: string, bytes: number) => Promise<BodyPlace>
  /** Whether somebody waits for room. */
  isWanted: () => boolean
}

export type BodyPlace = {
  /** Gives a part back: `bytes` are left. */
  shrink: (bytes: number) => void
  /** Gives all back; calling it again does no harm. */
  leave: () => void
}

type Limits = {
  bytesMax: number
  /** Of one caller. A single body may have all of it. */
  bytesPerCaller: number
  waitingMax: number
  waitingPerCaller: number
  waitMs: number
}

const retryAfterSeconds = 5

const full = () =>
  new HttpError('rate_limited', 'Too many large requests at once. Try again in a moment.', {
    retryAfterSeconds,
  })

type Waiting = { who: string; bytes: number; admit: () => void }

export function createBodyRoom(limits: Limits): BodyRoom {
  const { bytesMax, bytesPerCaller, waitingMax, waitingPerCaller, waitMs } = limits
  const usedBy = new Map<string, number>()
  let used = 0
  let waiting: Waiting[] = []

  const change = (who: string, bytes: number) => {
    used += bytes
    const left = (usedBy.get(who) ?? 0) + bytes
    if (left === 0) usedBy.delete(who)
    else usedBy.set(who, left)
  }
  const isWithinShare = ({ who, bytes }: Waiting) =>
    (usedBy.get(who) ?? 0) + bytes <= bytesPerCaller

  /** In the order in which they came, but nobody waits for a caller who has their share. */
  function admitNext(): void {
    for (const next of waiting) {
      if (!isWithinShare(next)) continue
      if (used + next.bytes > bytesMax) return
      change(next.who, next.bytes)
      waiting = waiting.filter((one) => one !== next)
      next.admit()
    }
  }

  function placeOf(who: string, taken: number): BodyPlace {
    let held = taken
    const shrink = (bytes: number) => {
      if (bytes >= held) return
      change(who, bytes - held)
      held = bytes
      admitNext()
    }
    return { shrink, leave: () => shrink(0) }
  }

  return {
    isWanted: () => waiting.length > 0,
    enter: async (who, wanted) => {
      const bytes = Math.min(wanted, bytesPerCaller)
      if (
        waiting.length >= waitingMax ||
        waiting.filter((one) => one.who === who).length >= waitingPerCaller
      ) {
        throw full()
      }
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting = waiting.filter((one) => one !== own)
          reject(full())
          // It may have been what others waited behind.
          admitNext()
        }, waitMs)
        const admit = () => {
          clearTimeout(timer)
          resolve()
        }
        const own: Waiting = { who, bytes, admit }
        waiting.push(own)
        admitNext()
      })
      return placeOf(who, bytes)
    },
  }
}

const mebibyte = 1024 * 1024

/** One for the process, since its memory is. Half of it is the largest model that may be brought in. */
export const bodyRoom: BodyRoom = createBodyRoom({
  bytesMax: 512 * mebibyte,
  bytesPerCaller: 256 * mebibyte,
  waitingMax: 1_000,
  waitingPerCaller: 400,
  waitMs: 300_000,
})
