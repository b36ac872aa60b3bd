import { AsyncLocalStorage } from 'node:async_hooks'

/** A value that all work begun within `run` can ask for, however deep in it and however late. */
export type Ambient<T> = {
  get: () => T | undefined
  run: <Result>(value: T, work: () => Result) => Result
}

/**
 * One storage holds all such values: Node 20 hands each storage on with every promise that is made, and a short
 * answer makes dozens.
 */
const storage = new AsyncLocalStorage<readonly unknown[]>()
let places = 0

/** Makes a place for one more value. Call it once for each, when its module is loaded. */
export function createAmbient<T>(): Ambient<T> {
  const place = places++
  return {
    get: () => storage.getStore()?.[place] as T | undefined,
    run(value, work) {
      const values = [...(storage.getStore() ?? [])]
      values[place] = value
      return storage.run(values, work)
    },
  }
}
