import type { Page } from '@playwright/test'

/**
 * A page beside `page` in the same browser. In a window of its own: of the tabs of one window, those behind
 * are drawn once a second, and each click there waits for that.
 */
export async function openWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('about:blank', '_blank', 'popup'))
  return opening
}
