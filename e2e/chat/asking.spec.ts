import { fileURLToPath } from 'node:url'
import { expect, ownChatServer, test } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'

const memoryTest = test.extend({ server: ownChatServer('memory') })

const picture = fileURLToPath(new URL('../../public/samples/amphora.webp', import.meta.url))

test.beforeEach(({ upstream }) => {
  upstream.wordDelayMs = 2
  upstream.text = 'Done.'
})

test('attached pictures are sent to the model as pictures, other files as text', async ({
  page,
  upstream,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  await chat.attach(picture, 'The kiln is at 1,240 degrees.')
  const tray = page.getByRole('list', { name: 'Files of this message' })
  await expect(tray).toContainText('characters')
  await expect(tray).toContainText('×')
  await chat.askAndWait('What is this?')
  await expect(page.getByRole('img', { name: 'amphora.webp' })).toBeVisible()
  const sent = JSON.stringify(upstream.requests.at(-1))
  expect(sent).toContain('image_url')
  expect(sent).toContain('The kiln is at 1,240 degrees.')
  await page.reload()
  await expect(page.getByRole('img', { name: 'amphora.webp' })).toBeVisible()

  await page.getByRole('button', { name: 'Open amphora.webp' }).press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  const sure = page.getByRole('dialog', { name: 'Delete this picture permanently?' })
  await sure.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(page.getByRole('list', { name: 'Files', exact: true })).toContainText('Deleted file')
  await expect(page.getByRole('img', { name: 'amphora.webp' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open notes.md' })).toBeVisible()
})

test('instructions and parameters are sent with every question of the chat', async ({
  page,
  upstream,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  await page.getByRole('button', { name: 'Chat settings' }).click()
  await page.getByLabel('Instructions').fill('Answer like a potter.')
  await page.getByText(/^Parameters for/).click()
  await page
    .getByRole('textbox', { name: 'Temperature' })
    .or(page.getByRole('spinbutton', { name: 'Temperature' }))
    .first()
    .fill('0.3')
  await page.getByRole('button', { name: 'Done' }).click()
  await chat.askAndWait('Hello')
  expect(upstream.requests.at(-1)?.messages[0]).toMatchObject({
    role: 'system',
    content: 'Answer like a potter.',
  })
  expect(upstream.requests.at(-1)?.temperature).toBe(0.3)
  await page.reload()
  await expect(chat.answers).toHaveCount(1)
  await chat.askAndWait('Again')
  expect(upstream.requests.at(-1)?.temperature).toBe(0.3)
})

memoryTest(
  'a tool that changes data asks for approval before it runs, and shows its arguments and result',
  async ({ page, upstream }) => {
    const chat = new ChatPage(page)
    await page.request.put('/api/memory', { data: { isOn: true } })
    await chat.open()
    await page.getByRole('button', { name: 'Chat settings' }).click()
    await page.getByRole('dialog').getByText('Tools', { exact: true }).click()
    await page.getByRole('switch', { name: /Remember/ }).check()
    await page.getByRole('button', { name: 'Done' }).click()
    upstream.toolArguments = '{"fact":"Likes tea."}'
    await chat.ask('Remember that I like tea.')
    await expect(page.getByText('Likes tea.')).toBeVisible()
    await page.getByRole('button', { name: 'Allow in this chat' }).click()
    await expect(chat.answers).toContainText('Done.')
    const given = chat.answers.getByLabel('Arguments')
    await expect(given).toBeHidden()
    await chat.answers.locator('summary').click()
    await expect(given).toContainText('Likes tea.')
    await expect(chat.answers.getByLabel('Result')).toContainText('Kept.')
  },
)

test('a prompt is saved in the library and inserted by typing a slash', async ({ page }) => {
  const chat = new ChatPage(page)
  await chat.open()
  await chat.box.fill('/prompts')
  await chat.box.press('Enter')
  await page.getByRole('button', { name: 'New prompt' }).click()
  await page.getByLabel('Title').fill('Letter')
  await page.getByLabel('Text').fill('Write a {{tone:formal|friendly}} letter to {{name}}.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await chat.box.fill('/let')
  await expect(page.getByRole('option', { name: /Letter/ })).toBeVisible()
  await chat.box.press('Enter')
  await page.getByLabel('name').fill('Ada')
  await page.getByRole('button', { name: 'Insert into message' }).click()
  await expect(chat.box).toHaveValue('Write a formal letter to Ada.')
})

test('the command palette finds and runs commands by name', async ({ page }) => {
  const chat = new ChatPage(page)
  await chat.open()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Commands' }).fill('library')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/library/)
})

test('the command palette closes an open menu, which would cover it', async ({ page }) => {
  const chat = new ChatPage(page)
  await chat.open()
  const opener = page.getByRole('button', { name: 'Chat list options' })
  await opener.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Commands' })
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(field).toBeFocused()
  await field.fill('library')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})
