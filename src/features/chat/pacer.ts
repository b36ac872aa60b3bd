import { clamp } from '#lib/clamp.ts'

/** The parts of a page that time depends on. */
export interface Clock {
  now(): number
  /** Calls back before the next frame is painted; the result cancels that. */
  nextFrame(callback: () => void): () => void
  after(ms: number, callback: () => void): () => void
  isHidden(): boolean
  /** Calls back whenever the page is hidden or shown; the result ends that. */
  onVisibility(callback: () => void): () => void
}

/** A publishing dearer than this is spread out. */
const cheapMs = 4
const longestGapMs = 50

export type Pacer = {
  /** Asks for a publishing soon. */
  request(): void
  /** Publishes now what was asked for. */
  flush(): void
  /** Lets go of timers and listeners. */
  stop(): void
}

/**
 * Publishes at most once per frame, and less often, down to every 50 ms, while publishing is dear: so
 * that at least three quarters of the time are left for the person who types. Not at all while the
 * page is hidden; what was asked for then is published when it is hidden and when it is shown.
 */
export function createPacer(publish: () => void, clock: Clock = pageClock): Pacer {
  let cancel: (() => void) | undefined
  let isWanted = false
  let costMs = 0

  const flush = () => {
    cancel?.()
    cancel = undefined
    if (!isWanted) return
    isWanted = false
    const startMs = clock.now()
    publish()
    // React commits in a microtask that was queued by the publishing, so before this one.
    queueMicrotask(() => {
      costMs = clock.now() - startMs
    })
  }
  const schedule = () => {
    if (cancel || clock.isHidden()) return
    const frame = () => {
      cancel = clock.nextFrame(flush)
    }
    if (costMs <= cheapMs) frame()
    else cancel = clock.after(clamp(costMs * 3, 0, longestGapMs - costMs), frame)
  }
  const stopListening = clock.onVisibility(flush)

  return {
    request() {
      isWanted = true
      schedule()
    },
    flush,
    stop() {
      cancel?.()
      cancel = undefined
      stopListening()
    },
  }
}

const pageClock: Clock = {
  now: () => performance.now(),
  nextFrame(callback) {
    const id = requestAnimationFrame(callback)
    return () => cancelAnimationFrame(id)
  },
  after(ms, callback) {
    const id = setTimeout(callback, ms)
    return () => clearTimeout(id)
  },
  isHidden: () => document.hidden,
  onVisibility(callback) {
    document.addEventListener('visibilitychange', callback)
    return () => document.removeEventListener('visibilitychange', callback)
  },
}
