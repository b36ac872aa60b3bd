import { createStore } from 'zustand/vanilla'

/** State of the sign-in: `isOut` is true while the server requires one. */
export const signedOut = createStore(() => ({ isOut: false }))

export const noteSignedOut = (): void => set(true)

/** Records a sign-in and resumes waiting requests. */
export const noteSignedIn = (): void => set(false)

function set(isOut: boolean): void {
  if (signedOut.getState().isOut !== isOut) signedOut.setState({ isOut })
}

/**
 * Resolves after the next sign-in.
 * @throws the reason of `signal` when it fires first.
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
