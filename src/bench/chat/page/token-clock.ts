/**
 * Speed of a model. A worker reports how many tokens the model would have sent, so that a busy main
 * thread does not delay the report.
 */
export type Pace = { count: number; tokensPerSecond: number }
/**
 * A message with the number of tokens so far. The message is a plain number, because decoding an
 * object would add to the measured time. The last message contains the time of the last token
 * instead, in Unix milliseconds.
 */
export type Due = number | { lastDueMs: number }

/**
 * Interval of the messages in milliseconds. Services send at most about sixty packets per second.
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
