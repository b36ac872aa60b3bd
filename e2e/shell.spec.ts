import { once } from 'node:events'
import { signInByLink } from '#testing/sign-in.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, ownServer, test } from './support/fixtures.ts'
import { expectNoShift, recordShifts } from './support/layout-shift.ts'

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

/** Returns the visible texts in an element with their places, in the order of the page. */
const listTexts = (element: Locator) =>
  element.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const { x, y, width, height } = range.getBoundingClientRect()
      const box = [x, y, width, height].map((value) => value.toFixed(1))
      if (width > 1) texts.push(`${node.nodeValue} at ${box.join(' ')}`)
    }
    return texts
  })

const readLargestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as PerformanceEntry & { size: number }
          resolve(`${last.size} at ${last.startTime}`)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )

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

const firstTest = test.extend({ server: ownServer('shell') })
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
const views = [
  {
    path: '/chat',
    part: 'main',
    sizes,
    text: { de: 'Noch ist kein Sprachmodell verbunden', ar: 'لا يوجد نموذج لغوي' },
  },
  {
    path: '/',
    // The panel beside it adds a button for further sides later.
    part: 'section.backdrop-stage',
    sizes,
    text: { de: 'Aus einem Bild ein 3D-Modell', ar: 'تحويل صورة إلى مجسّم' },
  },
  // A wide library starts without its models.
  {
    path: '/library',
    part: 'main',
    sizes: sizes.slice(0, 1),
    text: { de: 'Bibliothek', ar: 'المكتبة' },
  },
]

for (const { path, part, text, sizes: tried } of views) {
  for (const language of ['de', 'ar'] as const) {
    for (const size of tried) {
      firstTest(
        `${path} shows its first view before the app is loaded (${language}, ${size.width} px)`,
        async ({ page }) => {
          await page.setViewportSize(size)
          await page.addInitScript(
            (tag) => localStorage.setItem('bozzetto.language', tag),
            language,
          )
          await recordShifts(page)
          const release = await holdApp(page)
          await page.goto(path, { waitUntil: 'commit' })
          await expect(page.locator('#root > [inert] main')).toContainText(text[language])
          await page.evaluate(() => document.fonts.ready)
          const before = await listTexts(page.locator(part))
          const painted = await readLargestPaint(page)
          release()
          await expect(page.locator('#content [data-place]').first()).toBeVisible()
          expect(await listTexts(page.locator(part))).toEqual(expect.arrayContaining(before))
          expect(await readLargestPaint(page)).toBe(painted)
          await expectNoShift(page)
        },
      )
    }
  }
}

firstTest('a chat with a draft starts without the first view', async ({ page }) => {
  const release = await holdApp(page)
  await page.addInitScript(() => localStorage.setItem('bozzetto.draft.new', 'Draft'))
  await page.goto('/chat', { waitUntil: 'commit' })
  await expect(page.locator('#root > [inert] nav')).toBeVisible()
  await expect(page.locator('#root > [inert] main')).toBeEmpty()
  release()
  await expect(page.locator('[data-place="chat"] textarea')).toHaveValue('Draft')
})
