/**
 * Receives a refused host, and the id of the person on whose behalf the request was sent. Without a
 * person, `personId` is empty.
 */
type Listener = (refused: { host: string; personId: string }) => void

const listeners = new Set<Listener>()

/**
 * Calls `listener` for each request that was refused because of a private address.
 * @returns a function that removes the listener.
 */
export function onAddressRefused(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const reportRefusedAddress: Listener = (refused) => {
  for (const listener of listeners) listener(refused)
}
