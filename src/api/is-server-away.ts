import { withBase } from '#lib/base-path.ts'

/** Time in ms after which a server that does not respond counts as away. */
const timeoutMs = 10_000

/** Returns whether the server cannot be reached. The service worker has no copy of this response. */
export const isServerAway = (): Promise<boolean> =>
  fetch(withBase('/healthz'), { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    () => false,
    () => true,
  )
