import { expect, type Page } from '@playwright/test'

/** Maximum cumulative layout shift of a page, without shifts right after input. */
const shiftMax = 0.02

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/**
 * Records layout shifts of every page that opens from now on. Repeated calls have no further
 * effect.
 */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sums = globalThis as { shiftSum?: number }
    if (sums.shiftSum !== undefined) return
    sums.shiftSum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (!entry.hadRecentInput) sums.shiftSum = (sums.shiftSum ?? 0) + entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export async function expectNoShift(page: Page): Promise<void> {
  const sum = await page.evaluate(() => (globalThis as { shiftSum?: number }).shiftSum ?? NaN)
  expect.soft(sum, `layout shift of ${new URL(page.url()).pathname}`).toBeLessThanOrEqual(shiftMax)
}

/**
 * Forgets the shifts so far. A slow page opens a panel so long after the click that the browser no
 * longer counts the click as the cause of the shift.
 */
export const forgetShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sums = globalThis as { shiftSum?: number }
    sums.shiftSum = 0
  })
