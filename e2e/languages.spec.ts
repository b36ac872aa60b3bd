import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { pseudoTranslate } from '../src/cli/languages/pseudo-translate.ts'
import { expect, test } from './support/fixtures.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Replaces the German messages by accented English, 40 % longer. */
async function usePseudoLanguage(page: Page): Promise<void> {
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync(path.join(root, 'dist/client/manifest.json'), 'utf8'),
  )
  const folder = 'src/languages/messages/de'
  for (const name of readdirSync(path.join(root, folder))) {
    const file = manifest[`${folder}/${name}`]?.file
    if (file === undefined) throw new Error(`${name} is not in the build.`)
    const messages: object = JSON.parse(readFileSync(path.join(root, folder, name), 'utf8'))
    const pseudo = Object.keys(messages).map((english) => [english, pseudoTranslate(english)])
    const body = `export default ${JSON.stringify(Object.fromEntries(pseudo))}`
    await page.route(`**/${file}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    )
  }
  await page.addInitScript(() => localStorage.setItem('bozzetto.language', 'de'))
}

/** Returns texts with two English words in sequence that are not accented, so not in a catalogue. */
const findPlainTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent?.closest('script, style, code, pre, kbd, [data-answer]')) {
        texts.push(node.textContent ?? '')
      }
    }
    for (const element of document.querySelectorAll('*')) {
      for (const name of [
        'aria-label',
        'placeholder',
        'data-tooltip',
        'title',
        'aria-description',
      ]) {
        texts.push(element.getAttribute(name) ?? '')
      }
    }
    return texts.filter((text) => /[a-z]{3,} [a-z]{2,}/.test(text) && !/[áéíóúñçšřž]/.test(text))
  })

const places = [
  '/',
  '/chat',
  '/library',
  '/view',
  ...[
    'account',
    'tools',
    'memory',
    'schedules',
    'services',
    'programs',
    'usage',
    'data',
    'status',
    'models',
    'people',
    'limits',
    'server',
  ].map((page) => `/settings/${page}`),
]

test('no screen on a phone has a text outside the catalogues, or is too narrow for longer texts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await usePseudoLanguage(page)
  for (const place of places) {
    await page.goto(place)
    await expect(page.getByText(/[áéíóúñç]/).first()).toBeAttached()
    await expect.poll(() => findPlainTexts(page), { message: place }).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    )
    expect(overflow, place).toBeLessThanOrEqual(0)
  }
})

test('a chosen language is kept, and Arabic is laid out from right to left', async ({ page }) => {
  await page.goto('/settings/account')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await page.getByRole('button', { name: 'Language:' }).click()
  await page.getByRole('option', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('الحساب')

  await page.goto('/library')
  const navigation = page.getByRole('navigation').first()
  await expect(navigation).toBeVisible()
  const box = await navigation.boundingBox()
  expect(box?.x).toBeGreaterThan(700)

  await page.evaluate(() => localStorage.setItem('bozzetto.language', 'ja'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(page.getByRole('link', { name: 'ライブラリ' }).first()).toBeVisible()
})

test('the page is in the language of the browser', async ({ browser, server }) => {
  const context = await browser.newContext({ locale: 'fr-CA', baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await context.close()
})
