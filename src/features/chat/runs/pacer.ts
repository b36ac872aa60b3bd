/** Timing functions of the page, replaced in tests. */
export interface Clock {
  now(): number
  /** Calls `callback` before the next frame is painted. The returned function cancels the call. */
  nextFrame(callback: () => void): () => void
  after(ms: number, callback: () => void): () => void
  afterPaint(callback: () => void): void
  isHidden(): boolean
  /** Calls `callback` when the page is hidden or shown. The returned function unsubscribes. */
  onVisibility(callback: () => void): () => void
}

const frameMs = 1000 / 60
/**
 * Longest time between two updates, in milliseconds. At 12 updates per second, text still seems to
 * be written continuously.
 */
const longestGapMs = 5 * frameMs
/** Updates may take at most 1/5 of the time. */
const updateTimeDivisor = 5
/** Every fourth update is measured, because a measurement needs an additional task. */
const timedOneIn = 4

export type Pacer = {
  request(): void
  /**
   * Publishes at once, because changes made before a frame begins are visible earlier. Does nothing
   * while the page is hidden.
   */
  hurry(): void
  flush(): void
  stop(): void
}

/**
 * Limits updates to one per frame, and to 12 per second if rendering is slow. Publishes nothing
 * while the page is hidden.
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
        // Only a few frames are measured, so one fast frame lowers the estimate only halfway.
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
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to a port have no target origin.
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

/** Creates a message port. A message sent before a frame is painted arrives after the paint. */
function openMessages(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    for (const callback of waiting.splice(0)) callback()
  })
  port1.start()
  return port2
}
