/**
 * Returns a signal that is aborted with any of `signals`, or with a `TimeoutError` after `ms`
 * milliseconds. A listener keeps the timeout alive, because Node 20 garbage-collects a timeout that
 * only `AbortSignal.any` references.
 */
export function signalWithin(ms: number, ...signals: readonly AbortSignal[]): AbortSignal {
  const timeout = AbortSignal.timeout(ms)
  timeout.addEventListener('abort', () => {}, { once: true })
  return AbortSignal.any([...signals, timeout])
}
