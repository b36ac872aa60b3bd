import { fileURLToPath } from 'node:url'
import { ChatPage } from '../pages/chat.ts'
import { expect, test } from '../support/fixtures.ts'

const picture = fileURLToPath(new URL('../../public/samples/amphora.webp', import.meta.url))

test('a temporary chat accepts pictures and texts, stores them only in the page, follows its own instructions, and deletes them at its end', async ({
  page,
  upstream,
}) => {
  upstream.wordDelayMs = 2
  upstream.text = 'An amphora.'
  await page.goto('/chat/temporary')
  await new ChatPage(page).attach(picture, 'The kiln is at 1,240 degrees.')
  const files = page.locator('input[type="file"][multiple]')
  await files.setInputFiles({
    name: 'data.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from([0, 1, 2, 255]),
  })
  await expect(page.getByRole('alert')).toContainText('data.bin cannot be read here')
  const chosen = page.getByRole('list', { name: 'Files' })
  await expect(chosen.getByRole('listitem')).toHaveCount(2)
  const thumbnail = chosen.locator('img')
  await expect
    .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  const stored: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') stored.push(new URL(request.url()).pathname)
  })
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('What is this?')
  await message.press('Enter')
  await expect(page.getByText('An amphora.')).toBeVisible()
  await message.fill('And why?')
  await message.press('Enter')
  await expect(page.getByText('An amphora.')).toHaveCount(2)
  expect(new Set(stored)).toEqual(new Set(['/api/temporary-answers']))

  const [question] = upstream.requests.at(-1)?.messages ?? []
  const sent = JSON.stringify(question)
  expect(sent).toContain('The kiln is at 1,240 degrees.')
  expect(sent).toContain('What is this?')
  expect(sent).toContain('"image_url":{"url":"data:image/jpeg;base64,')

  await page.getByRole('button', { name: 'Chat settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Chat settings' })
  await settings.getByLabel('Instructions').fill('Answer as a potter.')
  await settings.getByRole('button', { name: 'Done' }).click()
  await expect(settings).toBeHidden()
  const before = upstream.requests.length
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect.poll(() => upstream.requests.length).toBe(before + 1)
  await expect(page.getByText('An amphora.')).toHaveCount(2)
  const again = upstream.requests.at(-1)?.messages ?? []
  expect(again[0]).toEqual({ role: 'system', content: 'Answer as a potter.' })
  expect(again.at(-1)).toEqual({ role: 'user', content: 'And why?' })
  expect(new Set(stored)).toEqual(new Set(['/api/temporary-answers']))

  await page.reload()
  await expect(page.getByText('This chat is not stored')).toBeVisible()
  await expect(page.getByText('An amphora.')).toHaveCount(0)
})
