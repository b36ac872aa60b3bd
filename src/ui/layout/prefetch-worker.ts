import { prefetch } from './prefetch.ts'

/** Prefetches the script of a worker into the browser's cache. Call it once per script. */
export function prefetchWorker(address: string): void {
  // Read the whole response, because otherwise the browser may not cache it.
  prefetch(async () => (await fetch(address)).arrayBuffer())
}
