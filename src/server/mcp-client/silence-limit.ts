export type SilenceLimit = {
  /** Aborted with a `TimeoutError` once the limit is reached. */
  signal: AbortSignal
  reset: () => void
  /** Pauses the timer while `work` runs, such as a question to a person. */
  pauseDuring: <T>(work: () => Promise<T>) => Promise<T>
  end: () => void
}

/** Starts a timer that aborts a silent call. Any activity of the call restarts the timer. */
export function limitSilence(limitMs: number): SilenceLimit {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let pauses = 0
  const reset = () => {
    clearTimeout(timer)
    if (pauses > 0) return
    timer = setTimeout(() => {
      controller.abort(new DOMException('The tool was silent for too long.', 'TimeoutError'))
    }, limitMs)
    timer.unref()
  }
  reset()
  return {
    signal: controller.signal,
    reset,
    pauseDuring: async (work) => {
      pauses++
      clearTimeout(timer)
      try {
        return await work()
      } finally {
        pauses--
        reset()
      }
    },
    end: () => {
      pauses = Infinity
      clearTimeout(timer)
    },
  }
}
