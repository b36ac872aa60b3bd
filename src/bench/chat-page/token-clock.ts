/** A worker that says, at the pace of a model, how many tokens have come; nothing holds it up. */
export type Pace = { count: number; tokensPerSecond: number }
/** `dueMs` is in milliseconds since the epoch. */
export type Due = { at: number; dueMs: number }

const tickMs = 2

self.addEventListener('message', ({ data }: MessageEvent<Pace>) => {
  const startMs = performance.timeOrigin + performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const elapsedMs = performance.timeOrigin + performance.now() - startMs
    const due = Math.min(data.count, Math.floor((elapsedMs / 1000) * data.tokensPerSecond))
    // One message per token, as services send them.
    for (; sent < due; sent++) {
      const dueMs = startMs + ((sent + 1) / data.tokensPerSecond) * 1000
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name.
      self.postMessage({ at: sent, dueMs } satisfies Due)
    }
    if (sent === data.count) clearInterval(timer)
  }, tickMs)
})
