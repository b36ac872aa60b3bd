import type { Page } from '@playwright/test'
import { ChatPage } from '../pages/chat.ts'
import { noViolations } from '../support/axe.ts'
import { expect, ownChatServer, test as base } from '../support/fixtures.ts'
import { importLongChat } from '../support/long-chat.ts'

const pricing = { prompt: '0.000001', completion: '0.000002' }
const needle = 'Celadon at 1,240 degrees.'
const summarised = 'The answers above are summarised for the model.'

/** A separate server, because the shared server caches its list of models for a minute. */
const test = base.extend({ server: ownChatServer('long-chats') })

async function openBlock(page: Page): Promise<void> {
  const block = page.locator('details', { hasText: summarised })
  const isOpen = await block.evaluate((element: HTMLDetailsElement) => element.open)
  if (!isOpen) await page.getByText(summarised).click()
}

test.beforeEach(({ upstream }) => {
  upstream.wordDelayMs = 1
  upstream.models = [{ id: 'potter', context_length: 8000, pricing }]
})

test('a chat beyond the context is summarised for its stated price, and the summary can be edited and undone', async ({
  page,
  server,
  upstream,
}) => {
  const title = await importLongChat(server.url, { messages: 120, needle, at: 3 })
  await page.goto('/chat')
  await page.getByRole('link', { name: title }).first().click()
  const chat = new ChatPage(page)
  await chat.choose('potter')
  await chat.box.fill('And now?')
  const offer = page.getByRole('button', { name: /^Summarise older answers \(about \$0\.01/ })
  upstream.text = 'The glaze holds silica and CaO.'
  await offer.click()
  const block = page.getByText(summarised)
  await expect(block).toBeAttached()
  await expect(offer).toBeHidden()

  await block.click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Summary' }).fill('The glaze holds silica and celadon.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The glaze holds silica and celadon.')).toBeVisible()
  upstream.text = 'Now it cools.'
  await chat.ask('And now?')
  await expect(page.getByText('Now it cools.')).toBeVisible()
  await chat.done()
  const sent = JSON.stringify(upstream.requests.at(-1)?.messages)
  expect(sent).toContain('The glaze holds silica and celadon.')
  expect(sent).toContain('Question 3?')
  expect(sent).not.toContain(needle)

  await openBlock(page)
  await page.getByRole('button', { name: 'Undo the summary' }).click()
  await expect(page.getByText(summarised)).toBeHidden()
})

test('a chat summarises older answers automatically up to the stated price, if the person has turned summaries on', async ({
  page,
  server,
  upstream,
}) => {
  await page.goto('/settings/memory')
  const part = page.getByRole('region', { name: 'Long chats' })
  await part.getByRole('switch').click()
  await part.getByRole('spinbutton').fill('0.10')
  await part.getByRole('spinbutton').press('Enter')
  await page.reload()
  await expect(part.getByRole('switch')).toBeChecked()
  await expect(part.getByRole('spinbutton')).toHaveValue('0.1')
  await noViolations(page)

  const title = await importLongChat(server.url, { messages: 120, needle, at: 3 })
  await page.goto('/chat')
  await page.getByRole('link', { name: title }).first().click()
  const chat = new ChatPage(page)
  await chat.choose('potter')
  await expect(
    page.getByText(/potter summarises the older answers first \(about \$0\.01/),
  ).toBeVisible()
  upstream.text = 'It went on and on about glaze.'
  upstream.holdAfterWords = 2
  await chat.ask('And now?')
  await expect(page.getByText('Summarising the older answers first…')).toBeVisible()
  upstream.release()
  await chat.done()
  await expect(chat.answers.last()).toContainText('It went on and on')
  await expect(page.getByText(summarised)).toBeAttached()
  expect(JSON.stringify(upstream.requests.at(-1)?.messages)).not.toContain(needle)

  await openBlock(page)
  await page.getByRole('button', { name: 'Undo the summary' }).click()
  await expect(page.getByText(summarised)).toBeHidden()

  await page.getByRole('button', { name: 'Chat settings' }).click()
  await page.getByText('Long chats', { exact: true }).click()
  const choice = page.getByRole('switch', { name: /^Summarise older answers/ })
  await expect(choice).toBeChecked()
  await choice.click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Chat settings' }).click()
  await expect(choice).not.toBeChecked()
})
