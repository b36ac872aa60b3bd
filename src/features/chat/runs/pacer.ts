/** Timing functions of the page, replaced in tests. */
export interface Clock {
  now(): number
  /** Calls back before the next frame is painted; the returned function cancels. */
  nextFrame(callback: () => void): () => void
  after(ms: number, callback: () => void): () => void
  afterPaint(callback: () => void): void
  isHidden(): boolean
  /** Calls back when the page is hidden or shown; the returned function unsubscribes. */
  onVisibility(callback: () => void): () => void
}

const frameMs = 1000 / 60
/**
 * Longest time between two updates. At 12 updates per second, text still appears to be written
 * continuously. This takes a sixth less CPU time than 20 updates per second.
 */
const longestGapMs = 5 * frameMs
/** Updates may use at most one part in this many of the time: 5 means one fifth. */
const updateTimeDivisor = 5
/**
 * Every fourth update is measured. Each measurement costs an additional task that detects when the
 * frame is painted.
 */
const timedOneIn = 4

export type Pacer = {
  request(): void
  /**
   * Publishes immediately instead of in the next frame, because changes made before a frame begins
   * are visible earlier. Publishes nothing while the page is hidden.
   */
  hurry(): void
  flush(): void
  stop(): void
}

/**
 * Throttles updates to one per frame, and to 12 per second while rendering is slow, so that the
 * page stays responsive. The measured cost includes React's work and painting. While the page is
 * hidden, nothing is published; pending updates are published when visibility changes.
 */
export function createPacer(publish: () => void, clock: Clock = pageClock): Pacer {
  let cancel: (() => void) | undefined
  let isWanted = false
  let lastMs = Number.NEGATIVE_INFINITY
  let costMs = 0
  let publishings = 0

  const flush = () => {
    cancel?.()
    cancel = undefined
    if (!isWanted) return
    isWanted = false
    publish()
  }
  const frame = () => {
    cancel = clock.nextFrame(() => {
      const startMs = (lastMs = clock.now())
      flush()
      if (publishings++ % timedOneIn !== 0) return
      clock.afterPaint(() => {
        const timedMs = clock.now() - startMs
        // Only a few frames are measured, so a fast one lowers the estimate only halfway to its own
        // time.
        costMs = Math.max(timedMs, (costMs + timedMs) / 2)
      })
    })
  }
  const schedule = () => {
    if (cancel || clock.isHidden()) return
    // Wait for whole frames, minus half a frame, so that timer jitter does not skip a frame.
    const frames = Math.round(Math.min(costMs * updateTimeDivisor, longestGapMs) / frameMs)
    const waitMs = lastMs + (frames - 0.5) * frameMs - clock.now()
    if (waitMs <= 0) frame()
    else cancel = clock.after(waitMs, frame)
  }
  const stopListening = clock.onVisibility(flush)

  return {
    request() {
      isWanted = true
      schedule()
    },
    hurry() {
      isWanted = true
      if (clock.isHidden()) return
      lastMs = clock.now()
      flush()
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
  afterPaint(callback) {
    waiting.push(callback)
    messages ??= openMessages()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin to name.
    messages.postMessage(undefined)
  },
  isHidden: () => document.hidden,
  onVisibility(callback) {
    document.addEventListener('visibilitychange', callback)
    return () => document.removeEventListener('visibilitychange', callback)
  },
}

const waiting: (() => void)[] = []
let messages: MessagePort | undefined

/** Creates a message port; a message sent before a frame is painted arrives after it. */
function openMessages(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    for (const callback of waiting.splice(0)) callback()
  })
  port1.start()
  return port2
}
