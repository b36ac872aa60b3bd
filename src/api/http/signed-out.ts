import { createStore } from 'zustand/vanilla'

/** `isOut` is true while the server requires a sign-in. */
export const signedOut = createStore(() => ({ isOut: false }))

export const noteSignedOut = (): void => set(true)

/** Records a sign-in, and resumes the requests that wait for it. */
export const noteSignedIn = (): void => set(false)

function set(isOut: boolean): void {
  if (signedOut.getState().isOut !== isOut) signedOut.setState({ isOut })
}

/**
 * Resolves after the next sign-in.
 * @throws the reason of `signal` when `signal` is aborted.
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
