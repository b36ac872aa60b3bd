/**
 * Worker that reports the number of due tokens at a model's pace, independent of the main thread.
 */
export type Pace = { count: number; tokensPerSecond: number }
/**
 * Number of due tokens. A plain number, because decoding a message takes measured time. The last
 * message has its due time in Unix milliseconds.
 */
export type Due = number | { lastDueMs: number }

/**
 * Tokens within this time arrive together. Services send at most about sixty packets per second.
 */
const packetMs = 16

self.addEventListener('message', ({ data }: MessageEvent<Pace>) => {
  const startMs = performance.timeOrigin + performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const elapsedMs = performance.timeOrigin + performance.now() - startMs
    const count = Math.min(data.count, Math.floor((elapsedMs / 1000) * data.tokensPerSecond))
    if (count === sent) return
    sent = count
    const lastDueMs = startMs + (count / data.tokensPerSecond) * 1000
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name.
    self.postMessage((count < data.count ? count : { lastDueMs }) satisfies Due)
    if (sent === data.count) clearInterval(timer)
  }, packetMs)
})
