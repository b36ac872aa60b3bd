import type { Page } from 'playwright'

/**
 * Returns the JavaScript memory of a page in MiB after garbage collection, including array buffers.
 */
export async function heapMib(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage')
  const usage = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / 2 ** 20
}
