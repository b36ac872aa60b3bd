import type { EventLoopUtilization } from 'node:perf_hooks'

const lookMs = 250
/**
 * Load above which answers are read less often. Load is the fraction of time that the thread is
 * busy.
 */
const loadMax = 0.85
const loadMin = 0.6
/** Minimum pause between two reads of one answer at high load, in milliseconds. */
const waitMinMs = 20
const waitMaxMs = 250
/**
 * A stream that can be paused. `net.Socket` stops reading immediately only if it was created with
 * `onread`.
 */
type Pausable = { pause: () => unknown; resume: () => unknown }

export type ReadingPace = {
  /**
   * Call this after each chunk. At high load the connection pauses briefly, so that the next chunk
   * contains several deltas.
   */
  afterPiece: () => void
  /** Call this when the answer is complete, because another answer may reuse the connection. */
  end: () => void
}

/**
 * Limits how often streamed answers are read while the load of this process is high.
 * @param loadSinceLast returns the load since the last call, from 0 to 1.
 * @returns a function that starts to limit the reads of a connection.
 */
export function createReadingPace(
  loadSinceLast = eventLoopLoad(),
): (connection: Pausable) => ReadingPace {
  let lookedAt = Number.NEGATIVE_INFINITY
  let waitMs = 0
  const throttled = new Set<Pausable>()
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
  /**
   * Resumes one connection at a time, so that new requests wait for no more than one connection.
   */
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
      // Deferred, because `node:http` resumes a connection after each chunk that it has passed on.
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

/** Shared by all connections of the process, because they share its only thread. */
export const paceReading = createReadingPace()
