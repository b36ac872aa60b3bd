import { prefetch } from './prefetch.ts'

/**
 * Loads the script of a worker as `prefetch` does code. It is no code of the page: the browser keeps it. To be called
 * once for each.
 */
export function prefetchWorker(address: string): void {
  // Read to its end, or it may not be kept.
  prefetch(async () => (await fetch(address)).arrayBuffer())
}
