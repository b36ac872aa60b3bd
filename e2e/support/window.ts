import type { Page } from '@playwright/test'

/**
 * Opens another page in a separate window. Browsers render a background tab only once a second,
 * which would delay each click.
 */
export async function openWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('about:blank', '_blank', 'popup'))
  return opening
}
