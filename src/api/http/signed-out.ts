import { createStore } from 'zustand/vanilla'

/** Whether the server wants a password before anything else. */
export const signedOut = createStore(() => ({ isOut: false }))

/** The server has said that nobody is signed in here. */
export const noteSignedOut = (): void => set(true)

/** Somebody is signed in again: what has waited goes on. */
export const noteSignedIn = (): void => set(false)

function set(isOut: boolean): void {
  if (signedOut.getState().isOut !== isOut) signedOut.setState({ isOut })
}

/**
 * Resolves when somebody is signed in again.
 *
 * @throws the reason of `signal` when that fires first.
 */
export async function untilSignedIn(signal: AbortSignal | undefined): Promise<void> {
  while (signedOut.getState().isOut) {
    signal?.throwIfAborted()
    await moved(signal)
  }
  signal?.throwIfAborted()
}

const moved = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      unsubscribe()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const unsubscribe = signedOut.subscribe(done)
    signal?.addEventListener('abort', done)
  })
