export type SilenceWatch = {
  heard: () => void
  heardWord: () => void
  /** Stops the timer until `resume`, while the reader accepts no data. */
  pause: () => void
  resume: () => void
  end: () => void
}

/**
 * Calls `onSilence` when no data or no text has arrived for too long. Compares times, because
 * resetting a timer for each of thousands of chunks is slow.
 * @param onSilence called at most once, with the exceeded limit in milliseconds.
 */
export function watchSilence(
  { idleMs, wordlessMs }: { idleMs: number; wordlessMs: number },
  onSilence: (limitMs: number) => void,
): SilenceWatch {
  let heardAt = performance.now()
  let wordAt = heardAt
  let isPaused = false
  let timer: NodeJS.Timeout
  const look = () => {
    const now = performance.now()
    if (isPaused) heardAt = wordAt = now
    const leftMs = Math.min(heardAt + idleMs, wordAt + wordlessMs) - now
    if (leftMs > 1) timer = setTimeout(look, leftMs)
    else onSilence(heardAt + idleMs <= wordAt + wordlessMs ? idleMs : wordlessMs)
  }
  timer = setTimeout(look, Math.min(idleMs, wordlessMs))
  const heard = () => {
    heardAt = performance.now()
  }
  return {
    heard,
    heardWord: () => {
      wordAt = heardAt
    },
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
      heardAt = wordAt = performance.now()
    },
    end: () => clearTimeout(timer),
  }
}
