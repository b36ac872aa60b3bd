import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'

/** Opens a chat with one question and its answer. */
async function openAnswered(page: Page, upstream: { text: string }): Promise<ChatPage> {
  const chat = new ChatPage(page)
  await chat.open()
  upstream.text = 'Quick.'
  await chat.askAndWait('Online')
  return chat
}

const slow = 'One two three four five six seven eight nine ten. '.repeat(4)

test.beforeEach(({ upstream }) => {
  upstream.wordDelayMs = 5
  upstream.text = slow
  upstream.release()
})

test('questions that are sent during an answer wait in a queue, can be changed, and are sent in order', async ({
  page,
  upstream,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  const before = upstream.requests.length
  upstream.holdAfterWords = 5
  await chat.ask('First')
  await expect(chat.answers.first()).toContainText('One two')
  await chat.ask('Second')
  await chat.ask('Not this one')
  await chat.ask('Third')
  const queue = page.getByRole('region', { name: 'Waiting messages' })
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  await queue.getByRole('listitem').nth(1).getByRole('button', { name: 'Delete' }).click()
  await queue.getByRole('listitem').nth(1).getByRole('button', { name: 'Edit' }).click()
  await queue.getByRole('textbox').fill('Third, reworded')
  await queue.getByRole('textbox').press('Enter')
  upstream.text = 'Quick.'
  upstream.release()
  await expect(chat.answers).toHaveCount(3)
  await chat.done()
  await expect(page.getByRole('article', { name: 'You' })).toHaveText([
    /First/,
    /Second/,
    /Third, reworded/,
  ])
  expect(upstream.requests.length - before).toBe(3)
  expect(upstream.requests.at(-1)?.messages.filter(({ role }) => role === 'user')).toHaveLength(3)
})

test('a waiting question can be sent at once, which stops the answer', async ({
  page,
  upstream,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  upstream.holdAfterWords = 5
  await chat.ask('Long story')
  await expect(chat.answers.first()).toContainText('One two')
  upstream.text = 'Right away.'
  await chat.ask('Something urgent')
  upstream.holdAfterWords = undefined
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(chat.answers.last()).toContainText('Right away.')
  await expect(chat.answers.first()).toContainText('Stopped.')
})

/** Resolves at the end of the current turn of an animated element. */
const untilTurned = (element: Element) =>
  new Promise((resolve) => element.addEventListener('animationiteration', resolve, { once: true }))

test.describe('with animations', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the animation before the first word of an answer causes no repaints', async ({
    page,
    browser,
    upstream,
  }) => {
    const chat = new ChatPage(page)
    await chat.open()
    upstream.holdAfterWords = 5
    await chat.ask('Think long')
    await expect(chat.answers.first()).toContainText('One two')
    const spinner = page.locator('.animate-spin').first()
    await expect(spinner).toBeVisible()
    await expect
      .poll(async () => {
        await browser.startTracing(page, { categories: ['devtools.timeline'] })
        await spinner.evaluate(untilTurned)
        const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
          traceEvents: { name: string }[]
        }
        return traceEvents.filter(({ name }) => name === 'Layerize').length
      })
      // The blinking cursor causes a few repaints. A continuous animation would cause a repaint for
      // each refresh of the screen.
      .toBeLessThan(8)
    upstream.release()
    await chat.done()
  })
})

test('the Escape key stops the answer regardless of the focus', async ({ page, upstream }) => {
  const chat = new ChatPage(page)
  await chat.open()
  upstream.holdAfterWords = 5
  await chat.ask('Go')
  await expect(chat.answers.first()).toContainText('One two')
  await page.getByRole('log').focus()
  await page.keyboard.press('Escape')
  await expect(chat.answers.first()).toContainText('Stopped.')
})

test('a message that is sent without a connection survives a reload, and is sent once later', async ({
  page,
  context,
  upstream,
}) => {
  const chat = await openAnswered(page, upstream)
  const before = upstream.requests.length
  const address = page.url()
  await context.setOffline(true)
  await chat.ask('Written in a tunnel')
  await expect(page.getByText(/You are offline/)).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  const after = new ChatPage(next)
  await next.goto(address)
  await expect(after.answers).toHaveCount(2)
  await after.done()
  await next.reload()
  await expect(after.answers).toHaveCount(2)
  await expect(next.getByText('Written in a tunnel')).toHaveCount(1)
  expect(upstream.requests.length - before).toBe(1)
})

test('another tab sends a question to two models once if the tab that asked offline is closed', async ({
  page,
  context,
  upstream,
}) => {
  const chat = await openAnswered(page, upstream)
  const address = page.url()
  const other = await context.newPage()
  await other.goto(address)
  const inOther = new ChatPage(other)
  await expect(inOther.answers).toHaveCount(1)
  await inOther.done()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Compare/ }).click()
  await page.getByRole('checkbox', { name: /editor/ }).check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const before = upstream.requests.length
  await context.setOffline(true)
  await chat.ask('Both of you, later')
  const queue = other.getByRole('region', { name: 'Waiting messages' })
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  await page.close()
  await context.setOffline(false)
  await expect(inOther.answers).toHaveCount(2)
  await expect(queue).toBeHidden()
  await inOther.done()
  await other.reload()
  await expect(inOther.answers).toHaveCount(2)
  const models = upstream.requests.slice(before).map(({ model }) => model)
  expect(models.toSorted()).toEqual(['editor', 'writer'])
})

test('a question to a busy service is sent again after the time that the service requires', async ({
  page,
  upstream,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  upstream.text = 'Now it works.'
  upstream.refusal = { status: 429, retryAfter: '3', message: 'Slow down.' }
  await chat.ask('Hello?')
  await expect(page.getByText(/Trying again in \d s/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(chat.answers).toContainText('Now it works.')
  await expect(chat.answers).toHaveCount(1)
})

test('an error is explained, can be retried, and its details can be copied', async ({
  page,
  context,
  upstream,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const chat = new ChatPage(page)
  await chat.open()
  upstream.text = 'Fine again.'
  upstream.refusal = { status: 500, message: 'The engine fell over.' }
  await chat.ask('Hello?')
  await expect(chat.answers.first()).toContainText('The engine fell over.')
  await page.getByRole('button', { name: 'Copy details' }).click()
  await expect(page.getByText('Details copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('provider_failed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(chat.answers.first()).toContainText('Fine again.')
  await expect(chat.answers).toHaveCount(1)
})
