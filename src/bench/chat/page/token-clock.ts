/** A worker that says, at the pace of a model, how many tokens have come; nothing holds it up. */
export type Pace = { count: number; tokensPerSecond: number }
/**
 * How many tokens have come so far: a number alone, because reading a message takes time from what is
 * measured. With the last of them when it was due, in milliseconds since the epoch.
 */
export type Due = number | { lastDueMs: number }

/** What comes within this time comes together: services send some sixty packets a second at most. */
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
