import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { pseudoTranslate } from '../src/cli/languages/pseudo-translate.ts'
import { importPyramid } from './pages/library.ts'
import { expect, ownChatServer, test } from './support/fixtures.ts'

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
    'tool-servers',
    'catalogue',
    'security',
    'people',
    'limits',
    'server',
  ].map((page) => `/settings/${page}`),
]

const panels = [
  'Lighting and view',
  'Info and checks',
  'Parts and animation',
  'Section',
  'Measure',
  'Print preparation',
  'Optimize',
  'Screenshot',
  'Export',
]

/** Pages with the buttons and menu items that open a dialog. */
const dialogs: readonly (readonly [string, ...string[]])[] = [
  ['/chat', 'Chat settings'],
  ['/chat', 'More', 'Compare models…'],
  ['/chat', 'More', 'Prompts…'],
  ['/settings/account', 'Set a password'],
  ['/settings/tool-servers', 'Add a server'],
  ['/settings/tool-servers', 'Add an API'],
  ['/settings/schedules', 'Add a question'],
  ['/settings/programs', 'New key'],
  ['/settings/catalogue', 'Add a model'],
  ['/settings/catalogue', 'Add an alias'],
  ['/settings/limits', 'Add limit'],
]

/** Returns texts that stick out of the page, and that no part of the page scrolls to. */
const findStickingOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const isOut = width > 1 && (right > window.innerWidth + 1 || left < -1)
      if (!isOut || element.children.length > 0 || !element.checkVisibility()) return []
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return []
      }
      return element.textContent
    })
  })

async function checkShown(page: Page, message: string): Promise<void> {
  await expect.poll(() => findPlainTexts(page), { message }).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect(overflow, message).toBeLessThanOrEqual(0)
  expect(await findStickingOut(page), message).toEqual([])
}

const named = (page: Page, role: 'button' | 'menuitem' | 'tab', label: string) =>
  page.getByRole(role, { name: pseudoTranslate(label), exact: true }).filter({ visible: true })

// A separate server, because names of models and chats of other tests are not in the catalogues.
const pseudoTest = test.extend({ server: ownChatServer('languages') })

pseudoTest.describe('in a pseudo-language on a phone', () => {
  pseudoTest.use({ viewport: { width: 390, height: 844 } })
  pseudoTest.beforeEach(({ page }) => usePseudoLanguage(page))

  pseudoTest(
    'no screen has a text outside the catalogues, or is too narrow for longer texts',
    async ({ page }) => {
      for (const place of places) {
        await page.goto(place)
        await expect(page.getByText(/[áéíóúñç]/).first()).toBeAttached()
        await checkShown(page, place)
      }
    },
  )

  pseudoTest('no menu of the chat has a text outside the catalogues', async ({ page }) => {
    await page.goto('/chat')
    const openers = page.locator('main [aria-haspopup]').filter({ visible: true })
    await expect(openers.first()).toBeVisible()
    for (const opener of await openers.all()) {
      await opener.click()
      await expect(page.locator('[role=menu], [role=dialog]').first()).toBeVisible()
      await checkShown(page, `menu ${await opener.getAttribute('aria-label')}`)
      await page.keyboard.press('Escape')
      await expect(opener).toHaveAttribute('aria-expanded', 'false')
    }
  })

  pseudoTest('the command palette has no text outside the catalogues', async ({ page }) => {
    await page.goto('/chat')
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: pseudoTranslate('Commands') })
    await expect(field).toBeFocused()
    await checkShown(page, 'palette')
    await field.fill('á')
    await expect(page.getByRole('option').first()).toBeVisible()
    await checkShown(page, 'palette with results')
  })

  pseudoTest('no dialog has a text outside the catalogues', async ({ page }) => {
    for (const [place, ...labels] of dialogs) {
      await page.goto(place)
      for (const label of labels) {
        const opener = named(page, 'button', label)
          .or(named(page, 'menuitem', label))
          .first()
        await opener.click()
      }
      await expect(page.getByRole('dialog').last()).toContainText(/[áéíóúñç]/)
      await checkShown(page, `${place} ${labels.join(' › ')}`)
    }
  })

  pseudoTest(
    'the panels and the share dialog of a model have no text outside the catalogues',
    async ({ page }) => {
      await page.goto('/library')
      await importPyramid(page, 'pyramid.ply')
      await named(page, 'button', 'Share').click()
      await expect(page.getByRole('dialog').first()).toContainText(/[áéíóúñç]/)
      await checkShown(page, 'share')
      const id = new URL(page.url()).pathname.split('/').at(-1)
      await page.goto(`/asset/${id}`)
      for (const label of panels) {
        const hasButton = label === 'Print preparation'
        if (!hasButton) await named(page, 'button', 'Tools').click()
        await named(page, hasButton ? 'button' : 'menuitem', label).click()
        await expect(page.getByRole('region', { name: pseudoTranslate(label) })).toBeVisible()
        await checkShown(page, label)
      }
    },
  )
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

test('all models of the library are inside the page from right to left', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('bozzetto.language', 'ar'))
  await page.goto('/library')
  for (const name of ['first', 'second']) {
    await importPyramid(page, `${name}.ply`)
    const link = page.getByRole('link', { name }).first()
    await expect(link).toBeInViewport({ ratio: 1 })
    await expect(link.getByText(name, { exact: true })).toHaveCSS('text-align', 'right')
  }
})

const readArabic = (area: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(root, `src/languages/messages/ar/${area}.json`), 'utf8'))

test('the arrow keys follow the reading direction from right to left', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('bozzetto.language', 'ar'))
  await page.goto('/settings/account')
  const themes = page.getByRole('radiogroup').filter({ has: page.locator('[value=dark]') })
  await themes.locator('[value=system]').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(themes.locator('[value=light]')).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(themes.locator('[value=system]')).toBeChecked()

  await page.goto('/library')
  await importPyramid(page, 'arrows.ply')
  const { Share: share = '', 'Create link for this device': createLink = '' } = readArabic('app')
  await page.getByRole('button', { name: share, exact: true }).click()
  await page.getByRole('button', { name: createLink, exact: true }).click()
  const tabs = page.getByRole('dialog').getByRole('tab')
  await tabs.first().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')

  const id = new URL(page.url()).pathname.split('/').at(-1)
  await page.goto(`/asset/${id}`)
  const { 'Lighting and view': lighting = '' } = readArabic('viewer')
  await page.getByRole('button', { name: lighting, exact: true }).click()
  const slider = page.getByRole('region', { name: lighting }).getByRole('slider').first()
  const readValue = async () => Number(await slider.inputValue())
  const before = await readValue()
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  expect(await readValue()).toBeGreaterThan(before)
  await page.keyboard.press('ArrowRight')
  expect(await readValue()).toBe(before)
})

test('the library and the menu of a chat are used by keys from right to left', async ({
  page,
  chat,
}) => {
  await chat.askAndWait('How do glazes melt?')
  await page.addInitScript(() => localStorage.setItem('bozzetto.language', 'ar'))
  await page.goto('/library')
  for (const name of ['one', 'two']) await importPyramid(page, `${name}.ply`)
  await page.goto('/library')
  const { Models: models = '' } = readArabic('app')
  const cards = page.getByRole('list', { name: models }).getByRole('link')
  await cards.first().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(cards.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cards.first()).toBeFocused()

  await page.goto('/chat')
  const more = page.locator('[data-chat]').first().getByRole('button').last()
  await more.focus()
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})

test('a long title in English shows its beginning from right to left', async ({ page, chat }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await chat.askAndWait('How should I print a small amphora without any supports at all?')
  await page.evaluate(() => localStorage.setItem('bozzetto.language', 'ar'))
  await page.reload()
  const title = page.getByRole('heading', { level: 1, name: /^How should/ })
  await expect(title).toBeVisible()
  const [box, first] = await title.evaluate((heading) => {
    const range = document.createRange()
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
    const text = walker.nextNode()
    if (!text) throw new Error('The title is empty.')
    range.setStart(text, 0)
    range.setEnd(text, 1)
    const { left, right } = heading.getBoundingClientRect()
    return [{ left, right }, range.getBoundingClientRect().left]
  })
  expect(first).toBeGreaterThanOrEqual(box.left)
  expect(first).toBeLessThan(box.right)
})

test('the page is in the language of the browser', async ({ browser, server }) => {
  const context = await browser.newContext({ locale: 'fr-CA', baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await context.close()
})
