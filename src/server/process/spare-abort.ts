import { getEventListeners } from 'node:events'

/** More are never under way at once where it would matter. */
const sparesMax = 64
const spares: AbortController[] = []

/**
 * An `AbortController` that has not fired and that nobody listens to. In Node 20 each new signal has a hidden class
 * of its own, so that making one and all that is then read of it take a thirtieth of the time of a short answer.
 */
export const takeAbort = (): AbortController => spares.pop() ?? new AbortController()

/**
 * Keeps one for later whose work is over, unless it has fired or somebody still listens to it. Whoever gives it back
 * fires it no more.
 */
export function giveBackAbort(controller: AbortController): void {
  const { signal } = controller
  if (spares.length >= sparesMax || signal.aborted) return
  if (getEventListeners(signal, 'abort').length === 0) spares.push(controller)
}
