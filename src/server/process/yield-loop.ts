import { setImmediate as nextTurn } from 'node:timers/promises'

/** Maximum time between two yields to the event loop, in milliseconds. */
const sliceMs = 8

/**
 * Creates a function for long work. Calling `await yieldLoop()` between the steps of the work lets
 * other work run every few milliseconds.
 */
export function createYield(): () => Promise<void> | undefined {
  let startedAt = performance.now()
  return () => {
    if (performance.now() - startedAt < sliceMs) return undefined
    return nextTurn().then(() => {
      startedAt = performance.now()
    })
  }
}

/** Maps a long list without blocking the event loop. */
export async function mapInSteps<T, R>(list: readonly T[], map: (entry: T) => R): Promise<R[]> {
  const mapped: R[] = []
  const yieldLoop = createYield()
  for (const entry of list) {
    mapped.push(map(entry))
    await yieldLoop()
  }
  return mapped
}
