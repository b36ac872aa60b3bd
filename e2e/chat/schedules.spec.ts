import { expect, ownChatServer, test as base } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'

const test = base.extend({ server: ownChatServer('schedules') })

/** Returns a time of day that begins in 30 to 90 seconds, in the time zone of this machine. */
function getNextMinute(): string {
  const time = new Date(Date.now() + 90_000)
  return [time.getHours(), time.getMinutes()].map((part) => `${part}`.padStart(2, '0')).join(':')
}

test('a daily question is asked at its time, and its answer appears as an unread chat', async ({
  page,
  upstream,
}) => {
  upstream.wordDelayMs = 0
  upstream.text = 'A kiln opened in the valley.'
  const before = upstream.requests.length
  await page.goto('/settings/schedules')
  await page.getByRole('button', { name: 'Add a question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a scheduled question' })
  await dialog.getByLabel('Name').fill('Kiln news')
  await dialog.getByLabel('Question').fill('What is new about kilns?')
  await dialog.getByLabel('Model or assistant').click()
  await page.getByRole('option', { name: 'writer' }).click()
  await dialog.getByLabel('Time', { exact: true }).fill(getNextMinute())
  await dialog.getByRole('button', { name: 'Save' }).click()
  const listed = page.getByRole('list', { name: 'Scheduled questions' }).getByRole('listitem')
  await expect(listed.first()).toContainText('Every day at')

  await page.goto('/chat')
  const row = page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('listitem')
    .filter({ hasText: 'Kiln news' })
  await expect(row).toContainText('New answer', { timeout: 150_000 })
  await row.getByRole('link').click()
  await expect(new ChatPage(page).answers).toContainText('A kiln opened in the valley.')
  await expect(row).not.toContainText('New answer')
  await page.reload()
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('New answer')

  await page.goto('/settings/schedules')
  await expect(listed.first().getByRole('link', { name: 'Answered' })).toBeVisible()
  await page.getByRole('button', { name: /More about Kiln news/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('None yet')).toBeVisible()
  expect(upstream.requests.length - before).toBe(1)
})
