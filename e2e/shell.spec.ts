import { once } from 'node:events'
import { signInByLink } from '#testing/sign-in.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

/** Holds the script of the app back. Returns a function that lets it through. */
async function holdApp(page: Page): Promise<() => void> {
  const held = new AbortController()
  const released = once(held.signal, 'abort')
  await page.route(/\/assets\/base-[\w-]+\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return () => held.abort()
}

const listBoxes = (page: Page) =>
  page.locator('nav a:visible').evaluateAll((links) =>
    links.map((link) => {
      const { x, y, width, height } = link.getBoundingClientRect()
      return [link.textContent, x, y, width, height]
    }),
  )

test('the page shows its navigation before the app is loaded, where the app then shows it', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('bozzetto.language', 'ar'))
  await page.addInitScript(() =>
    localStorage.setItem('bozzetto.theme', '{"state":{"choice":"dark"},"version":1}'),
  )
  const release = await holdApp(page)
  await page.goto('/library', { waitUntil: 'commit' })
  await expect(page.locator('#root > [inert] nav')).toContainText('المكتبة')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.evaluate(() => document.fonts.ready)
  const before = await listBoxes(page)
  release()
  await expect(page.locator('[data-place="library"]')).toBeVisible()
  await expect(page.locator('#root > [inert]')).toHaveCount(0)
  expect(before).toHaveLength(5)
  expect(await listBoxes(page)).toEqual(before)
})

test('pages without navigation start empty', async ({ page, context, server }) => {
  const release = await holdApp(page)
  const expectEmpty = async (path: string) => {
    const shown = page.waitForResponse(/\/assets\/show-shell-[\w-]+\.js$/)
    await page.goto(path, { waitUntil: 'commit' })
    await shown
    // The script of the shell sets the theme, so it has run.
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.locator('#root')).toBeEmpty()
  }
  await expectEmpty('/welcome')
  await context.clearCookies()
  await expectEmpty('/chat')
  await expectEmpty(`/share/${'a'.repeat(32)}`)
  const cookie = await signInByLink(server.link)
  if (cookie) await context.addCookies([cookie])
  release()
  await page.goto('/chat')
  await expect(page.locator('[data-place="chat"]')).toBeVisible()
})
