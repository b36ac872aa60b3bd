import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { ChatPage } from './pages/chat.ts'
import { importPyramid } from './pages/library.ts'
import { StudioPage } from './pages/studio.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('every page opens at its address, also with a slash at the end, and /studio redirects to /', async ({
  page,
}) => {
  for (const place of ['studio', 'chat', 'library', 'settings']) {
    await page.goto(`/${place}/`)
    await expect(page.locator(`[data-place="${place}"]`)).toBeVisible()
    await expect(page.getByText('Page not found')).toBeHidden()
  }
  await page.goto('/studio')
  await expect(page.locator('[data-place="studio"]')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test.describe('pages on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

  test('are not wider than the screen, with and without content', async ({ page, upstream }) => {
    for (const path of ['/', '/chat', '/library', '/settings', '/docs/api', '/view', '/compare']) {
      await page.goto(path)
      await page
        .locator('[data-place] :is(h1, h2, button, a)')
        .filter({ visible: true })
        .first()
        .waitFor()
      await expectToFit(page)
    }

    upstream.text =
      'An `answer`, with a [table](https://example.org):\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
    upstream.wordDelayMs = 2
    const chat = new ChatPage(page)
    await chat.open()
    await chat.askAndWait('How wide is a phone?')
    await expectToFit(page)
    // If a page were taller than the screen, a swipe would move the whole page.
    for (const [width, height] of [
      [390, 780],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await page.evaluate('document.scrollingElement.scrollHeight')).toBe(height)
    }
    // The on-screen keyboard leaves little space, so the navigation bar disappears while the text
    // field has the focus.
    const bar = page.getByRole('navigation', { name: 'Main' })
    await chat.box.blur()
    await page.setViewportSize({ width: 390, height: 440 })
    await expect(bar).toBeVisible()
    await chat.box.focus()
    await expect(bar).toBeHidden()
    await page.setViewportSize({ width: 390, height: 780 })
    await expect(bar).toBeVisible()

    await page.goto('/library')
    await importPyramid(page, 'Pyramid on a phone.ply')
    await page.getByRole('complementary', { name: 'Details of Pyramid on a phone' }).waitFor()
    await expectToFit(page)
    await page.getByRole('button', { name: 'Close details' }).click()
    await page.getByRole('link').filter({ hasText: 'Pyramid on a phone' }).waitFor()
    await expectToFit(page)

    const studio = new StudioPage(page)
    await studio.open()
    await studio.chooseSample('Lion')
    await expectToFit(page)
  })
})

async function expectToFit(page: Page): Promise<void> {
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 780 })
    const seen = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { path: location.pathname, scrollWidth, clientWidth }
    })
    expect(seen).toEqual({ path: seen.path, scrollWidth: width, clientWidth: width })
  }
}
