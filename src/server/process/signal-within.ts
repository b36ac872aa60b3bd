/**
 * Fires with any of `signals`, or with a `TimeoutError` after `ms`.
 *
 * `AbortSignal.any` alone holds what it is made of only weakly: on Node 20 a time-out that nothing
 * else refers to is collected as garbage and never fires. A listener keeps it.
 */
export function signalWithin(ms: number, ...signals: readonly AbortSignal[]): AbortSignal {
  const timeout = AbortSignal.timeout(ms)
  timeout.addEventListener('abort', () => {}, { once: true })
  return AbortSignal.any([...signals, timeout])
}
