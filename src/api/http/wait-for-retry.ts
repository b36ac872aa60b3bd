/**
 * Resolves after `ms`, or as soon as the network is back or the page becomes visible.
 * @throws {DOMException} named `AbortError` when `signal` fires.
 */
export function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (isAborted: boolean) => {
      clearTimeout(timer)
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wakeIfVisible)
      signal.removeEventListener('abort', abort)
      if (isAborted) reject(new DOMException('', 'AbortError'))
      else resolve()
    }
    const wake = () => settle(false)
    const wakeIfVisible = () => {
      if (!document.hidden) wake()
    }
    const abort = () => settle(true)
    const timer = setTimeout(wake, ms)
    window.addEventListener('online', wake)
    document.addEventListener('visibilitychange', wakeIfVisible)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
  })
}
