/** Loudness below which a sound is never speech, as root mean square of samples from -1 to 1. */
const loudMin = 0.012
/** Minimum ratio between the loudness of speech and of the background. */
const aboveBackground = 3
/** Factor by which the background's loudness rises per measurement when sounds are louder. */
const backgroundRise = 1.02
/** Minimum length of speech in milliseconds. Shorter sounds are clicks. */
const speechMsMin = 150

export type Heard = {
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
