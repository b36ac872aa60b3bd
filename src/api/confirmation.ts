/** Requests that wait for whoever is at the browser to confirm who they are. */
type Waiting = { go: () => void; giveUp: () => void }

let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

/** Whether something waits for that; for `useSyncExternalStore`. */
export const isConfirmationWanted = (): boolean => waiting.length > 0

/** Calls `listener` whenever `isConfirmationWanted` may have changed. @returns ends that. */
export function followConfirmation(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The owner has confirmed who they are: what waits goes again. */
export const noteConfirmed = (): void => settle(({ go }) => go())

/** The owner would rather not: what waits ends as it was refused. */
export const noteNotConfirmed = (): void => settle(({ giveUp }) => giveUp())

/** @returns whether it was confirmed; `false` also when `signal` fires first. */
export function untilConfirmed(signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const one: Waiting = { go: () => resolve(true), giveUp: () => resolve(false) }
    const leave = () => {
      set(waiting.filter((other) => other !== one))
      resolve(false)
    }
    signal?.addEventListener('abort', leave, { once: true })
    set([...waiting, one])
  })
}

function settle(how: (one: Waiting) => void): void {
  const settled = waiting
  set([])
  settled.forEach(how)
}

function set(next: readonly Waiting[]): void {
  waiting = next
  for (const listener of listeners) listener()
}
