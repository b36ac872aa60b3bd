let isOut = false
const listeners = new Set<() => void>()

/** Whether the server wants a password before anything else; for `useSyncExternalStore`. */
export const isSignedOut = (): boolean => isOut

/** Calls `listener` whenever `isSignedOut` changes. @returns ends that. */
export function followSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The server has said that nobody is signed in here. */
export const noteSignedOut = (): void => set(true)

/** Somebody is signed in again: what has waited goes on. */
export const noteSignedIn = (): void => set(false)

function set(next: boolean): void {
  if (isOut === next) return
  isOut = next
  for (const listener of listeners) listener()
}

/**
 * Resolves when somebody is signed in again.
 *
 * @throws the reason of `signal` when that fires first.
 */
export async function untilSignedIn(signal: AbortSignal | undefined): Promise<void> {
  while (isSignedOut()) {
    signal?.throwIfAborted()
    await moved(signal)
  }
  signal?.throwIfAborted()
}

const moved = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      stopFollowing()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const stopFollowing = followSignedOut(done)
    signal?.addEventListener('abort', done)
  })
