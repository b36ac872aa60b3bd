/** Tells when a service has been silent for too long. */
export type SilenceWatch = {
  /** Something came. */
  heard: () => void
  /** What came says something. */
  heardWord: () => void
  /** Nobody listens for now: silence does not count until `resume`. */
  pause: () => void
  resume: () => void
  end: () => void
}

/**
 * Looks at the clock instead of setting a timer anew for each piece, of which there are thousands.
 *
 * @param onSilence called at most once, with the limit that was passed, in milliseconds.
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
    // Timers may come a moment early.
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
