/**
 * Returns a signal that is aborted with any of `signals`, or with a `TimeoutError` after `ms`.
 * `AbortSignal.any` holds its sources only weakly. On Node 20 a timeout without other references is
 * garbage-collected and never fires. A listener keeps it alive.
 */
export function signalWithin(ms: number, ...signals: readonly AbortSignal[]): AbortSignal {
  const timeout = AbortSignal.timeout(ms)
  timeout.addEventListener('abort', () => {}, { once: true })
  return AbortSignal.any([...signals, timeout])
}
