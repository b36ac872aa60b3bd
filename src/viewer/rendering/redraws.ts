/** What changes by itself, without React and without a person, asks for another frame here. */
const listeners = new Set<() => void>()

export const requestFrame = (): void => listeners.forEach((listen) => listen())

/** Hears when a frame is asked for; the result ends it. */
export function onFrameRequested(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
