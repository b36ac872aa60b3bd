import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work on the event loop is cut into pieces of about this long. */
const sliceMs = 8

/**
 * For work that is too long to be done in one go: `await yieldLoop()` between its steps lets everything
 * else run once a few milliseconds have been used, and costs next to nothing before.
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

/** `list.map(map)` of a list that may be long, without holding up the event loop. */
export async function mapInSteps<T, R>(list: readonly T[], map: (entry: T) => R): Promise<R[]> {
  const mapped: R[] = []
  const yieldLoop = createYield()
  for (const entry of list) {
    mapped.push(map(entry))
    await yieldLoop()
  }
  return mapped
}
