import { createStore } from 'zustand/vanilla'

/** Requests that wait for the person to confirm who they are. */
type Waiting = { go: () => void; giveUp: () => void }

export const confirmation = createStore(() => ({ waiting: [] as readonly Waiting[] }))

/** Repeats the waiting requests after a confirmation. */
export const noteConfirmed = (): void => settle(({ go }) => go())

/** Fails the waiting requests after the person declined. */
export const noteNotConfirmed = (): void => settle(({ giveUp }) => giveUp())

/**
 * Waits for the person to confirm.
 * @returns whether the person confirmed; `false` also when `signal` fires first.
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
