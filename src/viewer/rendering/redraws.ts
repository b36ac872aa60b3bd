const listeners = new Set<() => void>()

export const requestFrame = (): void => listeners.forEach((listen) => listen())

/**
 * Subscribes to frame requests.
 * @returns a function that unsubscribes.
 */
export function onFrameRequested(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
