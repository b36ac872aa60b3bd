/** Loudness below which a sound is never speech, as root mean square of samples from -1 to 1. */
const loudMin = 0.012
/** A sound is speech if it is this many times louder than the background. */
const aboveBackground = 3
/** Factor per measurement by which the background's loudness follows louder sounds. */
const backgroundRise = 1.02
/** Shorter sounds, in milliseconds, are clicks. */
const speechMsMin = 150

export type Heard = {
  /** True if speech was heard since the last `reset`. */
  hasSpoken: boolean
  /** Milliseconds of silence after the last speech. */
  silentMs: number
  isLoud: boolean
}

/** Creates a function that follows the loudness of a microphone and finds pauses between words. */
export function createPauseFinder() {
  let background = loudMin / aboveBackground
  let spokenMs = 0
  let silentMs = 0
  return {
    /** @param level loudness during the last `elapsedMs` milliseconds, as root mean square. */
    add(level: number, elapsedMs: number): Heard {
      background = Math.min(Math.max(level, 1e-4), background * backgroundRise)
      const isLoud = level > Math.max(loudMin, background * aboveBackground)
      if (isLoud) {
        spokenMs += elapsedMs
        silentMs = 0
      } else silentMs += elapsedMs
      return { hasSpoken: spokenMs >= speechMsMin, silentMs, isLoud }
    },
    reset(): void {
      spokenMs = 0
      silentMs = 0
    },
  }
}
