import { expect, test } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'

test('the Tab key stays inside the model picker, and Escape returns to its button', async ({
  page,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  const opener = page.getByRole('button', { name: /^Model:/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('combobox', { name: 'Model' })
  await expect(field).toBeFocused()
  const dialog = page.getByRole('dialog', { name: 'Model' })
  const close = dialog.getByRole('button', { name: 'Close' })
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.keyboard.press('Shift+Tab')
    await expect(close).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
    await page.keyboard.press(key)
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await field.focus()
  }
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('the focus on the messages of a chat is visible', async ({ page, upstream }) => {
  upstream.wordDelayMs = 0
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('Hello')
  const messages = page.getByRole('log', { name: 'Messages' })
  await page.getByRole('button', { name: 'More', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(messages).toBeFocused()
  await expect(messages).toHaveCSS('outline-style', 'solid')
})
