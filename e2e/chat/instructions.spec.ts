import { expect, ownChatServer, test as base } from '../support/fixtures.ts'
import { noViolations } from '../support/axe.ts'

const test = base.extend({ server: ownChatServer('instructions') })

test('instructions for all chats and defaults of a model are sent, and the chat shows which win', async ({
  page,
  upstream,
}) => {
  await page.goto('/settings/memory')
  await page.getByLabel('For all chats').fill('Use metric units.')
  const saving = page.waitForResponse(
    (response) => response.url().endsWith('/api/chat/defaults') && response.ok(),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saving
  await noViolations(page)

  await page.goto('/chat')
  await page.getByRole('button', { name: /^Model: / }).click()
  await page.getByRole('option', { name: /writer/ }).hover()
  await page.getByRole('button', { name: 'Your defaults' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Defaults for writer' })
  await dialog.getByLabel('Instructions').fill('Be brief.')
  await dialog.getByRole('spinbutton', { name: 'Temperature' }).fill('0.2')
  await noViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('option', { name: /writer/ }).click()

  await page.getByRole('textbox', { name: 'Message' }).fill('Hi')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Answer from writer' })).toContainText('Hello')
  const asked = upstream.requests.find(({ messages }) =>
    messages.some(({ content }) => content === 'Hi'),
  )
  expect(asked?.messages[0]).toEqual({
    role: 'system',
    content: 'Use metric units.\n\nBe brief.',
  })
  expect(asked?.temperature).toBe(0.2)

  await page.getByRole('button', { name: 'Chat settings' }).click()
  await page.getByText('What applies here').click()
  await expect(page.getByText('0.2 from writer')).toBeVisible()
  await noViolations(page)
})
