import { prefetch } from './prefetch.ts'

/** Loads the script of a worker into the browser's cache. Call this function once per script. */
export function prefetchWorker(address: string): void {
  // The browser may not cache a response that is not read to its end.
  prefetch(async () => (await fetch(address)).arrayBuffer())
}
