import { createStore } from 'zustand/vanilla'

type Waiting = { go: () => void; giveUp: () => void }

export const confirmation = createStore<{ waiting: readonly Waiting[] }>(() => ({ waiting: [] }))

/** Repeats the waiting requests after the person has confirmed their identity. */
export const noteConfirmed = (): void => settle(({ go }) => go())

/** Makes the waiting requests fail after the person has declined the confirmation. */
export const noteNotConfirmed = (): void => settle(({ giveUp }) => giveUp())

/**
 * Waits until the person confirms their identity.
 * @returns `true` after the confirmation; `false` if the person declines or `signal` is aborted.
 */
export function untilConfirmed(signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const one: Waiting = { go: () => resolve(true), giveUp: () => resolve(false) }
    const leave = () => {
      set(confirmation.getState().waiting.filter((other) => other !== one))
      resolve(false)
    }
    signal?.addEventListener('abort', leave, { once: true })
    set([...confirmation.getState().waiting, one])
  })
}

function settle(how: (one: Waiting) => void): void {
  const { waiting: settled } = confirmation.getState()
  set([])
  settled.forEach(how)
}

const set = (waiting: readonly Waiting[]): void => confirmation.setState({ waiting })
