import type { Page } from '@playwright/test'

/**
 * Opens another page in a separate window. In a tab in the background it would be rendered only
 * once a second, which delays each click.
 */
export async function openWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('about:blank', '_blank', 'popup'))
  return opening
}
