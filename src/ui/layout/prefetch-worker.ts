import { prefetch } from './prefetch.ts'

/** Loads the script of a worker into the browser's cache. Call it once per script. */
export function prefetchWorker(address: string): void {
  // The browser may not cache a response that is not read completely.
  prefetch(async () => (await fetch(address)).arrayBuffer())
}
