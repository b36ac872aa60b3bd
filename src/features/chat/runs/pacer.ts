/** The parts of a page that time depends on. */
export interface Clock {
  now(): number
  /** Calls back before the next frame is painted; the result cancels that. */
  nextFrame(callback: () => void): () => void
  after(ms: number, callback: () => void): () => void
  /** Calls back once the frame that is being made has been painted. */
  afterPaint(callback: () => void): void
  isHidden(): boolean
  /** Calls back whenever the page is hidden or shown; the result ends that. */
  onVisibility(callback: () => void): () => void
}

const frameMs = 1000 / 60
/** Twelve times a second still reads as writing, and costs a slow processor a sixth less than twenty times. */
const longestGapMs = 5 * frameMs
/** Of the time, publishing takes one part in this many. */
const shareOfTime = 5
/** One publishing in this many is timed: to be told of a painted frame takes a task of its own. */
const timedOneIn = 4

export type Pacer = {
  /** Asks for a publishing soon. */
  request(): void
  /** Publishes at once, unless the page is hidden: what is drawn before a frame begins is seen earlier than what is drawn in it. */
  hurry(): void
  /** Publishes now what was asked for. */
  flush(): void
  /** Lets go of timers and listeners. */
  stop(): void
}

/**
 * Publishes at most once per frame, and less often, down to twelve times a second, while that is dear: so that
 * most of the time is left for the person who types. What counts is all that a publishing causes,
 * from React's work to the painted frame. Not at all while the page is hidden; what was asked for then
 * is published when it is hidden and when it is shown.
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
        // One cheap frame between dear ones says little, as few are timed.
        costMs = Math.max(timedMs, (costMs + timedMs) / 2)
      })
    })
  }
  const schedule = () => {
    if (cancel || clock.isHidden()) return
    // In whole frames, or one would come early as often as late. The wait ends half a frame before it.
    const frames = Math.round(Math.min(costMs * shareOfTime, longestGapMs) / frameMs)
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

/** A message that is sent before a frame is painted is read after it. */
function openMessages(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    for (const callback of waiting.splice(0)) callback()
  })
  port1.start()
  return port2
}
