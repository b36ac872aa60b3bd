import { expect, ownChatServer, test as base } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'

// Each test has a separate server, because servers cache lists of models.
const waits = base.extend({ server: ownChatServer('slow-list') })
const fails = base.extend({ server: ownChatServer('failing-list') })

waits(
  'a question waits for a service that lists its models late, and is not asked to the guide',
  async ({ page, upstream }) => {
    upstream.isListHeld = true
    await page.goto('/chat')
    const chat = new ChatPage(page)
    await chat.box.fill('Who are you?')
    await expect(page.getByText('Loading models…')).toBeVisible()
    await chat.box.press('Enter')
    await expect(page.getByText(/^No language model/)).toBeHidden()
    upstream.releaseList()
    await expect(page.getByRole('article', { name: 'Answer from editor' })).toContainText(
      'Hello from the other side.',
    )
    await chat.done()
  },
)

fails('a list that fails late is named, and the guide can be asked', async ({ page, upstream }) => {
  upstream.isListHeld = true
  upstream.listStatus = 500
  await page.goto('/chat')
  const chat = new ChatPage(page)
  await chat.box.fill('How do I connect a service?')
  await expect(page.getByText('Loading models…')).toBeVisible()
  upstream.releaseList()
  await expect(page.getByText('Loading models…')).toBeHidden()
  await expect(page.getByText(/The list is broken/)).toBeVisible()
  await expect(page.getByText(/^No language model can be reached now/)).toBeVisible()
  await chat.box.press('Enter')
  await expect(page.getByRole('article', { name: /^Answer from/ })).toBeVisible()
  await chat.done()
})
