import { AsyncLocalStorage } from 'node:async_hooks'

/** A value that all work started within `run` can read, including asynchronous work. */
export type Ambient<T> = {
  get: () => T | undefined
  run: <Result>(value: T, work: () => Result) => Result
}

/**
 * One storage holds all ambient values. Node 20 copies each storage for every new promise, and a
 * short chat answer creates dozens of promises.
 */
const storage = new AsyncLocalStorage<readonly unknown[]>()
let places = 0

/** Creates an ambient value. Call it once per value, when its module is loaded. */
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
