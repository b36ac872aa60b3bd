import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const essay = Array.from(
  { length: 220 },
  (_, at) => `word${at}${at % 40 === 39 ? '.\n\n' : ' '}`,
).join('')

test.beforeEach(({ upstream }) => {
  upstream.wordDelayMs = 15
  upstream.text = essay
})

test('an answer is shown while it is written, and remains after a reload', async ({ page }) => {
  await page.goto('/chat')
  await ask(page, 'Write an essay.')
  const answer = page.getByRole('article', { name: /^Answer from/ })
  const seen = new Set<number>()
  for (const word of ['word5', 'word60', 'word120', 'word219']) {
    await expect(answer).toContainText(word)
    seen.add((await answer.innerText()).length)
  }
  expect(seen.size).toBeGreaterThanOrEqual(3)
  await expect(page.getByRole('status').filter({ hasText: /Done/ })).toBeAttached()

  await page.reload()
  await expect(answer).toContainText('word219')
  await expect(page.getByRole('link', { name: 'Write an essay.' })).toBeVisible()
})

test('an answer continues after a reload of the page', async ({ page }) => {
  await page.goto('/chat')
  await ask(page, 'Write another essay.')
  const answer = page.getByRole('article', { name: /^Answer from/ })
  await expect(answer).toContainText('word20')
  await page.reload()
  await expect(answer).toContainText('word219')
  const text = (await answer.innerText()).replaceAll(/\s+/g, ' ')
  expect(text).toContain(essay.replaceAll(/\s+/g, ' ').trim())
})

test('an answer that is stopped keeps its text', async ({ page }) => {
  await page.goto('/chat')
  await ask(page, 'Write until I stop you.')
  const answer = page.getByRole('article', { name: /^Answer from/ })
  await expect(answer).toContainText('word30')
  await page.getByRole('button', { name: /^Stop/ }).click()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  const text = await answer.innerText()
  expect(text).toContain('word30')
  expect(text).not.toContain('word219')
  await page.reload()
  await expect(answer).toContainText('word30')
  await expect(answer).not.toContainText('word219')
})

test('Markdown is rendered, and code can be copied', async ({ page, context, upstream }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  upstream.text =
    'A **bold** start:\n\n```js\nconst answer = 42\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
  await page.goto('/chat')
  await ask(page, 'Show me code.')
  const answer = page.getByRole('article', { name: /^Answer from/ })
  await expect(answer.locator('strong')).toHaveText('bold')
  await expect(answer.getByRole('table')).toBeVisible()
  await answer.getByRole('button', { name: 'Copy code' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const answer = 42')
})

test('without a connected service the guide explains how to connect one', async ({ page }) => {
  await page.goto('/chat')
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page
    .getByRole('option', { name: /Guide/ })
    .or(page.getByRole('menuitemradio', { name: /Guide/ }))
    .click()
  await ask(page, 'How do I connect a service?')
  const answer = page.getByRole('article', { name: /^Answer from Guide/ })
  await expect(answer).toContainText('BOZZETTO_OPENAI_URL')
  await expect(answer).toContainText('not a language model')
})

async function ask(page: Page, question: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill(question)
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  await box.press('Enter')
}
