import { withBase } from '#lib/base-path.ts'

/** Returns whether the server cannot be reached. The service worker has no copy of this response. */
export const isServerAway = (): Promise<boolean> =>
  fetch(withBase('/healthz'), { cache: 'no-store' }).then(
    () => false,
    () => true,
  )
