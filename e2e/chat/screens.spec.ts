import type { Page } from '@playwright/test'
import { ChatPage } from '../pages/chat.ts'
import { noViolationsInBothThemes } from '../support/axe.ts'
import { expect, ownChatServer, test as base } from '../support/fixtures.ts'
import { importLongChat } from '../support/long-chat.ts'

const pricing = { prompt: '0.000001', completion: '0.000002' }

/** A separate server, because these tests add assistants, schedules and memories. */
const test = base.extend({ server: ownChatServer('chat-screens') })

const looks = [
  { name: 'desktop', width: 1440 },
  { name: 'phone', width: 390 },
] as const

async function checkAssistants(page: Page, name: string): Promise<void> {
  await page.goto('/chat/assistants')
  await page.getByRole('button', { name: 'New assistant' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'What it should do' }).fill('You mix glazes.')
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('textbox', { name: 'Question 1' }).fill('White matte, cone 6')
  await noViolationsInBothThemes(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`Saved “${name}”`)).toBeVisible()
  await page.goto('/chat/assistants')
  await page.getByRole('link', { name }).waitFor()
  await noViolationsInBothThemes(page)
  await page.goto('/chat')
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill(`@${name}`)
  await page.getByRole('option', { name }).waitFor()
  await noViolationsInBothThemes(page)
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'White matte, cone 6' }).waitFor()
  await noViolationsInBothThemes(page)
}

async function checkPreview(page: Page, chat: ChatPage): Promise<void> {
  await chat.answers.last().getByRole('button', { name: 'Preview' }).click()
  const panel = page.getByRole('complementary', { name: 'Preview' })
  await expect(panel.frameLocator('iframe').locator('h1')).toHaveText('Kiln')
  await noViolationsInBothThemes(page)
  await panel.getByRole('radio', { name: 'Code' }).check({ force: true })
  await panel.getByLabel('Source').fill('<h1>Kiln</h1><p>Hot</p>')
  await noViolationsInBothThemes(page)
  await panel.getByRole('button', { name: 'Discard' }).click()
  await panel.getByRole('button', { name: 'Close preview' }).click()
}

async function checkComparison(page: Page, chat: ChatPage): Promise<void> {
  await page.goto('/chat')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await noViolationsInBothThemes(page)
  await page.getByRole('menuitem', { name: /Compare/ }).click()
  await page.getByRole('checkbox', { name: /editor/ }).check()
  await page.getByRole('checkbox', { name: /writer/ }).check()
  await noViolationsInBothThemes(page)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await chat.ask('And cone 10?')
  const both = page.getByRole('region', { name: /answers side by side/ })
  await chat.done()
  await both.getByRole('button', { name: 'Hide names for a fair vote' }).click()
  await noViolationsInBothThemes(page)
  await both.getByRole('button', { name: 'Best answer' }).first().click()
  await expect(both.getByText('Your pick')).toHaveCount(1)
  await noViolationsInBothThemes(page)
  await page.goto('/settings/usage')
  await page.getByRole('region', { name: 'Ratings', exact: true }).getByRole('table').waitFor()
  await noViolationsInBothThemes(page)
}

async function checkSchedules(page: Page, name: string): Promise<void> {
  await page.goto('/settings/schedules')
  await page.getByRole('button', { name: 'Add a question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a scheduled question' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Question').fill('What is new about kilns?')
  await dialog.getByLabel('Model or assistant').click()
  await page.getByRole('option', { name: 'writer' }).click()
  await noViolationsInBothThemes(page)
  await dialog.getByRole('radio', { name: 'Weekly' }).check({ force: true })
  await dialog.getByRole('group', { name: 'Weekdays' }).waitFor()
  await noViolationsInBothThemes(page)
  await dialog.getByRole('radio', { name: 'Every day' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: `More about ${name}` }).waitFor()
  await noViolationsInBothThemes(page)
}

async function checkSummary(page: Page, chat: ChatPage, url: string): Promise<void> {
  await importLongChat(url, { messages: 120, needle: 'Celadon.', at: 3 })
  const { conversations } = (await (await page.request.get('/api/conversations')).json()) as {
    conversations: { id: string; title: string }[]
  }
  const long = conversations.find(({ title }) => title.startsWith('A long talk'))
  await page.goto(`/chat/${long?.id}`)
  await chat.choose('potter')
  await chat.box.fill('And now?')
  const offer = page.getByRole('button', { name: /^Summarise older answers/ })
  await offer.waitFor()
  await noViolationsInBothThemes(page)
  await offer.click()
  await page.getByText('The answers above are summarised for the model.').click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Summary' }).waitFor()
  await noViolationsInBothThemes(page)
}

async function checkMemory(page: Page, text: string): Promise<void> {
  await page.goto('/settings/memory')
  await page.getByRole('textbox', { name: 'New memory' }).fill(text)
  await page.getByRole('textbox', { name: 'New memory' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Memories' })).toBeVisible()
  await noViolationsInBothThemes(page)
}

for (const { name, width } of looks) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 844 } })

    // A single test per look, because each test opens a browser context. A violation is reported
    // with its page, and the other screens are still checked.
    test('assistants, previews, comparisons, votes, schedules, summaries and memories have no accessibility violation', async ({
      page,
      server,
      upstream,
    }) => {
      upstream.wordDelayMs = 0
      upstream.models = [
        { id: 'writer', pricing },
        { id: 'editor', pricing },
        { id: 'potter', context_length: 8_000, pricing },
      ]
      upstream.text = 'Here:\n\n```html\n<h1>Kiln</h1>\n```\n'
      const chat = new ChatPage(page)
      await checkAssistants(page, `Mixer ${name}`)
      await chat.open()
      await chat.askAndWait('Write a page')
      await checkPreview(page, chat)
      await checkComparison(page, chat)
      await checkSchedules(page, `News ${name}`)
      upstream.text = 'The glaze holds silica.'
      await checkSummary(page, chat, server.url)
      await checkMemory(page, `I like ${name} pots.`)
    })
  })
}
