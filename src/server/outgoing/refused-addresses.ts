/** Called with the host, and the person for whom it should have been reached (empty for none). */
type Listener = (refused: { host: string; personId: string }) => void

const listeners = new Set<Listener>()

/** Reports each request that was refused because of a private address. @returns stops it. */
export function onAddressRefused(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const reportRefusedAddress: Listener = (refused) => {
  for (const listener of listeners) listener(refused)
}
