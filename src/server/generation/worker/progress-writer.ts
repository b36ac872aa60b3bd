export type Move = { stage?: string; progress?: number }

/** Throttles progress updates to a rate that people can follow. */
export type ProgressWriter = {
  report: (move: Move) => void
  close: () => Promise<void>
}

/** Minimum time between two writes of progress, short enough for a smooth progress bar. */
const intervalMs = 250

/**
 * Writes a new stage immediately, and progress within a stage at most every 250 ms. Drops all
 * pending reports except the newest.
 * @param write must not throw.
 */
export function createProgressWriter(
  write: (move: Move) => Promise<void>,
  startProgress = 0,
): ProgressWriter {
  let stage: string | undefined
  let progress = startProgress
  let hasProgress = startProgress > 0
  let written: { stage: string | undefined; progress: number; at: number } = {
    stage: undefined,
    progress: startProgress,
    at: -Infinity,
  }
  let writing: Promise<void> | undefined
  let isClosed = false

  const isDue = () =>
    !isClosed &&
    (stage !== written.stage ||
      (progress > written.progress && performance.now() - written.at >= intervalMs))

  const writeAll = async () => {
    while (isDue()) {
      written = { stage, progress, at: performance.now() }
      await write({ ...(stage !== undefined && { stage }), ...(hasProgress && { progress }) })
    }
    writing = undefined
  }

  return {
    report: (move) => {
      if (isClosed) return
      if (move.stage !== undefined) stage = move.stage
      if (move.progress !== undefined && Number.isFinite(move.progress)) {
        hasProgress = true
        progress = Math.min(1, Math.max(progress, move.progress))
      }
      if (isDue()) writing ??= writeAll()
    },
    close: async () => {
      isClosed = true
      await writing
    },
  }
}
