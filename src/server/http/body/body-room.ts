import { HttpError } from '../../errors/http-error.ts'

/** Limits the memory of all request bodies that are being read or processed. */
export type BodyRoom = {
  /**
   * Waits until there is memory for a body. A waiting body is not read, so the network slows its
   * sender down.
   * @param who caller. If several callers send bodies, each gets at most half of the memory.
   * @throws {HttpError} `rate_limited` when too many bodies wait, or a body waits too long.
   */
  enter: (who: string, bytes: number) => Promise<BodyPlace>
  isWanted: () => boolean
}

export type BodyPlace = {
  shrink: (bytes: number) => void
  leave: () => void
}

type Limits = {
  bytesMax: number
  /**
   * Maximum number of bytes per caller, if several callers send bodies. A single caller may use all
   * memory.
   */
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
  const isWithinOwnPart = ({ who, bytes }: Waiting) =>
    (usedBy.get(who) ?? 0) + bytes <= bytesPerCaller

  /** Admits bodies in order of arrival. Skips callers that already use their part of the memory. */
  function admitNext(): void {
    for (const next of waiting) {
      if (!isWithinOwnPart(next)) continue
      if (used + next.bytes > bytesMax) return
      change(next.who, next.bytes)
      waiting = waiting.filter((one) => one !== next)
      next.admit()
    }
  }

  function getPlace(who: string, taken: number): BodyPlace {
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
          // A smaller body that waits behind this body may fit now.
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
      return getPlace(who, bytes)
    },
  }
}

const mebibyte = 1024 * 1024

/**
 * Memory for bodies, shared by the whole process. Half of this memory is enough for the largest
 * importable 3D model.
 */
export const bodyRoom: BodyRoom = createBodyRoom({
  bytesMax: 512 * mebibyte,
  bytesPerCaller: 256 * mebibyte,
  waitingMax: 1_000,
  waitingPerCaller: 400,
  waitMs: 300_000,
})
