import { expect, test } from '../support/fixtures.ts'
import { noViolations } from '../support/axe.ts'
import { ChatPage } from '../pages/chat.ts'

test.beforeEach(({ upstream }) => {
  upstream.wordDelayMs = 2
  upstream.text = 'Kaolin is a white clay.'
})

test('a search finds messages in all chats and opens the matching message', async ({ page }) => {
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('Tell me about porcelain bodies')
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await page.getByRole('searchbox', { name: 'Search all chats' }).fill('kaolin')
  const hit = page.getByRole('region', { name: 'Found' }).getByRole('link').first()
  await expect(hit.locator('mark')).toHaveText(/kaolin/i)
  await hit.click()
  await expect(chat.answers.last()).toContainText('Kaolin is a white clay.')
  const marked = () => page.evaluate(() => [...(CSS.highlights.get('chat-find') ?? [])].map(String))
  await expect.poll(marked).toEqual(['Kaolin'])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in ${colorScheme} mode, a found message is marked, but not the space beside it`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    const chat = new ChatPage(page)
    await chat.open()
    await chat.askAndWait('Tell me about porcelain')
    const bubble = page.getByRole('article', { name: 'You' }).locator('.found-mark')
    for (const message of [bubble, chat.answers.last()]) {
      const row = page.locator('[data-row]').filter({ has: message })
      const readColours = async () => ({
        row: await row.evaluate((one) => getComputedStyle(one).backgroundColor),
        message: await message.evaluate((one) => getComputedStyle(one).backgroundColor),
      })
      const before = await readColours()
      await row.evaluate((one) => one.setAttribute('data-marked', ''))
      const marked = await readColours()
      expect(marked.row).toBe(before.row)
      expect(marked.message).not.toBe(before.message)
      await noViolations(page)
      await row.evaluate((one) => one.removeAttribute('data-marked'))
      expect(await readColours()).toEqual(before)
    }
  })
}

test('a chat is pinned, moved to a folder, deleted and restored', async ({ page }) => {
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('A chat to be moved')
  const list = page.getByRole('complementary', { name: 'Conversations' })
  const actions = (name: string) =>
    list
      .getByRole('button', { name: `Actions for ${name}` })
      .first()
      .click()
  const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click()

  await actions('A chat to be moved')
  await choose('Pin')
  await expect(
    list.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: 'A chat to be moved' }),
  ).toBeVisible()
  await actions('A chat to be moved')
  await choose('Unpin')

  await actions('A chat to be moved')
  await choose('Move to folder…')
  await page.getByRole('combobox').fill('Ceramics')
  await page.getByRole('option', { name: /Create folder/ }).click()
  const folder = list.getByRole('group', { name: 'Folder Ceramics' })
  await expect(folder.getByRole('link', { name: 'A chat to be moved' })).toBeVisible()

  await actions('A chat to be moved')
  await choose('Delete')
  await expect(list.getByRole('link', { name: 'A chat to be moved' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(folder.getByRole('link', { name: 'A chat to be moved' })).toBeVisible()
})

test('a chat is exported, deleted and imported again', async ({ page, server }) => {
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('A chat to be kept')
  const id = page.url().split('/').at(-1)!
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
  const file = await (await download).path()
  await page.request.delete(`${server.url}/api/conversations/${id}?forever=1`, {
    headers: { origin: server.url },
  })
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Chat list options' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByText(/Drop files here/).click()
  await (await chooser).setFiles(file)
  await expect(page.getByText(/Imported 1 chat with 2 messages/)).toBeVisible()
})
