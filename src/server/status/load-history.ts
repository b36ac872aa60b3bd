import type { LoadPoint } from '#contract/server-status.ts'
import { log } from '../observability/log.ts'
import { asServer } from '../store/owner-scope.ts'

const everyMs = 60_000
/** Samples of one day. */
const samplesMax = 24 * 60
/** Maximum number of points in a response. */
const pointsMax = 72

export type LoadHistory = {
  sample: () => Promise<void>
  /** Returns the highest values of equal parts of the last day, oldest first. */
  list: () => LoadPoint[]
  close: () => void
}

/**
 * Samples the load of this process once a minute. A failed sample leaves a gap.
 * @param read reads the load now.
 */
export function createLoadHistory(read: () => Promise<LoadPoint>): LoadHistory {
  const samples: LoadPoint[] = []
  async function sample(): Promise<void> {
    try {
      samples.push(await asServer(read))
      if (samples.length > samplesMax) samples.shift()
    } catch (error) {
      log().debug({ error }, 'The load of the server could not be read.')
    }
  }
  const timer = setInterval(() => void sample(), everyMs).unref()
  return {
    sample,
    list: () => {
      const size = Math.max(1, Math.ceil(samples.length / pointsMax))
      return Array.from({ length: Math.ceil(samples.length / size) }, (_, part) =>
        toHighest(samples.slice(part * size, (part + 1) * size)),
      )
    },
    close: () => clearInterval(timer),
  }
}

const toHighest = (points: readonly LoadPoint[]): LoadPoint =>
  points.reduce((highest, point) => ({
    at: highest.at,
    busyRatio: Math.max(highest.busyRatio, point.busyRatio),
    responseMs: Math.max(highest.responseMs, point.responseMs),
    usedBytes: Math.max(highest.usedBytes, point.usedBytes),
    workCount: Math.max(highest.workCount, point.workCount),
  }))
