import type { Page } from '@playwright/test'

/**
 * Opens another page in the same browser, in a separate window: background tabs of a window are
 * rendered once a second, which delays each click.
 */
export async function openWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('about:blank', '_blank', 'popup'))
  return opening
}
