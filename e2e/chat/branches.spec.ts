import type { Locator } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'

test.beforeEach(({ upstream }) => {
  upstream.wordDelayMs = 5
  upstream.text = 'The first answer.'
})

const widthBeyond = (box: Locator) =>
  box.evaluate((element) => element.scrollWidth - element.clientWidth)

test('the up arrow key edits the last question, and both versions of the question remain', async ({
  page,
  upstream,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('What is clay?')
  upstream.text = 'The second answer.'
  await chat.box.press('ArrowUp')
  const field = page.getByRole('textbox', { name: 'Question' })
  await expect(field).toHaveValue('What is clay?')
  await field.fill('What is loam?')
  await field.press('Enter')
  await expect(chat.answers).toContainText('The second answer.')
  await chat.done()
  await page.getByRole('button', { name: 'Previous version' }).click()
  await expect(chat.answers).toContainText('The first answer.')
  await page.reload()
  await expect(chat.answers).toContainText('The first answer.')
})

test('an answer can be edited, and the former version remains available', async ({ page }) => {
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('What is clay?')
  await page.getByRole('button', { name: 'Edit answer' }).click()
  await page.getByRole('textbox', { name: 'Answer' }).fill('A better answer.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A better answer.')).toBeVisible()
  await expect(page.getByText('2/2')).toBeVisible()
})

test('a question that is sent again to another model shows both answers', async ({
  page,
  upstream,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('What is clay?')
  upstream.text = 'Another view.'
  await page.getByRole('button', { name: 'Regenerate with another model' }).click()
  await page.getByRole('option', { name: 'editor' }).click()
  await expect(page.getByRole('article', { name: 'Answer from editor' })).toContainText(
    'Another view.',
  )
  expect(upstream.requests.at(-1)?.model).toBe('editor')
})

test('an interrupted answer is continued in the same message', async ({ page, upstream }) => {
  const chat = new ChatPage(page)
  await chat.open()
  upstream.text = 'It begins '
  upstream.finishReason = 'length'
  await chat.askAndWait('Tell me.')
  upstream.text = 'and it ends.'
  upstream.finishReason = 'stop'
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(chat.answers).toContainText(/It begins\s+and it ends\./)
  await expect(chat.answers).toHaveCount(1)
})

test('models are compared side by side, and the chat continues from one of the answers', async ({
  page,
  upstream,
}) => {
  const longName = `writer-${'of-long-names-'.repeat(10)}`
  await page.route('**/api/models', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({
      response,
      body: text.replaceAll('"name":"writer"', `"name":"${longName}"`),
    })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  const chat = new ChatPage(page)
  await chat.open()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Compare/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare models' })
  await expect(dialog.getByRole('checkbox', { name: longName })).toBeVisible()
  expect(await widthBeyond(dialog)).toBeLessThanOrEqual(0)
  await page.getByRole('checkbox', { name: /editor/ }).check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await chat.ask('Which of you?')
  const both = page.getByRole('region', { name: /answers side by side/ })
  await expect(both.getByRole('article')).toHaveCount(2)
  await expect(both.getByRole('article', { name: 'Answer from editor' })).toContainText('first')
  const long = both.getByRole('article', { name: `Answer from ${longName}` })
  expect(await widthBeyond(long)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await chat.done()
  await both.getByRole('button', { name: 'Use this one' }).click()
  await expect(both.getByRole('button', { name: 'In use' })).toHaveCount(1)
  expect(
    upstream.requests
      .slice(-2)
      .map(({ model }) => model)
      .toSorted(),
  ).toEqual(['editor', 'writer'])

  await both.locator('[data-chosen]').getByRole('button', { name: 'Only this model' }).click()
  await expect(both).toHaveCount(0)
  const before = upstream.requests.length
  await chat.askAndWait('And now you alone?')
  expect(upstream.requests.slice(before).filter(({ stream }) => stream === true)).toHaveLength(1)
})

test('the version arrows stay under the pointer when answers differ in length', async ({
  page,
  upstream,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  upstream.wordDelayMs = 0
  upstream.text = Array.from({ length: 60 }, (_, at) => `Paragraph ${at}.`).join('\n\n')
  await chat.askAndWait('What is clay?')
  upstream.text = 'A short answer.'
  await page.getByRole('button', { name: 'Regenerate', exact: true }).click()
  await expect(chat.answers).toContainText('A short answer.')
  await chat.done()
  const readTop = async () => (await previous.boundingBox())?.y
  const previous = page.getByRole('button', { name: 'Previous version' })
  const top = await readTop()
  await previous.click()
  await expect(chat.answers).toContainText('Paragraph 0.')
  expect(await readTop()).toBeCloseTo(top ?? 0, 0)
  await page.getByRole('button', { name: 'Next version' }).click()
  await expect(chat.answers).toContainText('A short answer.')
  expect(await readTop()).toBeCloseTo(top ?? 0, 0)
})
