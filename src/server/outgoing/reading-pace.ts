import type { EventLoopUtilization } from 'node:perf_hooks'

/** How often the load is looked at. */
const lookMs = 250
/** Of its time, what the process may be at work before answers are read less often, and again more. */
const loadMax = 0.85
const loadMin = 0.6
/** Between two readings of the same answer under load: long enough to be worth it, short enough to read along. */
const waitMinMs = 20
const waitMaxMs = 250
/** What can be read on later; `net.Socket` stops reading at once where it was made with `onread`. */
type Pausable = { pause: () => unknown; resume: () => unknown }

/** How often one answer is read. */
export type ReadingPace = {
  /**
   * Call after each piece. Under load it stops the reading for a moment, so that the words of that time
   * come in one piece: a read and a write take longer than what is done with a word.
   */
  afterPiece: () => void
  /** Call when nothing more is to come; the connection may go on to carry other answers. */
  end: () => void
}

/**
 * Decides by the load of this process how often answers are read that come word by word: at once while
 * it has time, and less often until it has.
 *
 * @param loadSinceLast share of the time since the last call that was spent at work, 0 to 1.
 * @returns begins to pace what comes over a connection.
 */
export function createReadingPace(
  loadSinceLast = eventLoopLoad(),
): (connection: Pausable) => ReadingPace {
  let lookedAt = Number.NEGATIVE_INFINITY
  let waitMs = 0
  /** Those that were read just now. */
  const throttled = new Set<Pausable>()
  /** Until when each of them is paused, in the order of that. */
  const paused = new Map<Pausable, number>()
  let isArmed = false

  const look = (now: number) => {
    lookedAt = now
    const load = loadSinceLast()
    if (load > loadMax) waitMs = Math.min(waitMaxMs, Math.max(waitMinMs, waitMs * 2))
    else if (load < loadMin) waitMs = waitMs > waitMinMs ? waitMs / 2 : 0
  }
  const pauseThrottled = () => {
    const dueAt = performance.now() + waitMs
    for (const connection of throttled) {
      connection.pause()
      paused.set(connection, dueAt)
    }
    throttled.clear()
    if (!isArmed) arm()
  }
  const arm = () => {
    const [first] = paused.values()
    isArmed = first !== undefined
    if (first === undefined) return
    const leftMs = first - performance.now()
    if (leftMs > 0) setTimeout(resumeNext, leftMs)
    else setImmediate(resumeNext)
  }
  /** One at a time, so that who asks for something new waits for no more than that. */
  const resumeNext = () => {
    const [connection] = paused.keys()
    if (connection && (paused.get(connection) ?? 0) <= performance.now()) {
      paused.delete(connection)
      connection.resume()
    }
    arm()
  }
  return (connection) => ({
    afterPiece() {
      const now = performance.now()
      if (now - lookedAt >= lookMs) look(now)
      if (waitMs === 0 || paused.has(connection)) return
      // Not now: `node:http` resumes a connection after each piece that it has handed on.
      if (throttled.size === 0) setImmediate(pauseThrottled)
      throttled.add(connection)
    },
    end() {
      throttled.delete(connection)
      if (paused.delete(connection)) connection.resume()
    },
  })
}

function eventLoopLoad(): () => number {
  let last: EventLoopUtilization | undefined
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = last ? performance.eventLoopUtilization(now, last) : { utilization: 0 }
    last = now
    return utilization
  }
}

/** One for the process, because it is its time that is shared. */
export const paceReading = createReadingPace()
