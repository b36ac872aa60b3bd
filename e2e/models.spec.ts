import type { Page, Route } from '@playwright/test'
import { noViolations } from './support/axe.ts'
import { apiKey, expect, ownServer, test as base } from './support/fixtures.ts'
import { ChatPage } from './pages/chat.ts'
import { ConnectionsPage, disconnectAll } from './pages/connections.ts'
import { openWindow } from './support/window.ts'

const test = base.extend({ server: ownServer('models', { BOZZETTO_API_KEYS: apiKey }) })

test.beforeEach(({ server }) => disconnectAll(server))

const thousands = Array.from({ length: 3_000 }, (_, at) => ({
  id: `vendor-${at % 40}/model-${at}`,
  context_length: 8_192 * (1 + (at % 16)),
  architecture: { input_modalities: at % 3 === 0 ? ['text', 'image'] : ['text'] },
  supported_parameters: at % 2 === 0 ? ['tools', 'reasoning'] : ['temperature'],
  pricing: { prompt: '0.0000012', completion: '0.000006' },
}))

async function openModels(page: Page, name: string) {
  await page
    .getByRole('listitem', { name, exact: true })
    .getByText(/^[\d,]+ models?$/)
    .click()
  const dialog = page.getByRole('dialog', { name: `Models of ${name}` })
  await expect(dialog.getByRole('list', { name: 'Models' })).toBeVisible()
  return dialog
}

test('a model is turned off, renamed and marked as a favourite, and all open pages update', async ({
  page,
  server,
  upstream,
}) => {
  const connections = new ConnectionsPage(page)
  await connections.add({ address: upstream.url, name: 'House' })
  const other = await openWindow(page)
  await other.goto('/chat')
  await other.getByRole('button', { name: /^Model:/ }).click()
  const options = other.getByRole('option')
  await expect(options).toHaveCount(3)

  const dialog = await openModels(page, 'House')
  await dialog.getByRole('switch', { name: 'Use writer' }).click()
  await expect(dialog.getByRole('status')).toHaveText('2 models, 1 on')
  await expect(options.filter({ hasText: 'writer' })).toHaveCount(0)

  const asked = await fetch(`${server.url}/llm/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'house/writer', messages: [{ role: 'user', content: 'Hi' }] }),
  })
  expect(asked.status).toBe(404)
  expect(await asked.text()).toContain('The model “house/writer” is switched off.')

  await dialog.getByRole('button', { name: 'Rename editor' }).click()
  await page.keyboard.type('Red pen')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Rename Red pen' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Favourite Red pen' }).click()
  await expect(options.first()).toContainText('Red pen')
  await expect(other.getByRole('listbox')).toContainText('Favourites')
  await other.keyboard.press('Escape')
  await expect(other.getByRole('button', { name: 'Model: Red pen' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Rename Red pen' }).click()
  await page.keyboard.type('Not this')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Red pen')).toBeVisible()
  await dialog.getByRole('switch', { name: 'Use writer' }).click()
  const chat = new ChatPage(other)
  await chat.choose('writer')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('thousands of models are searched, and the matching models are turned off together', async ({
  page,
  upstream,
}) => {
  upstream.models = thousands
  const connections = new ConnectionsPage(page)
  await connections.add({ address: upstream.url, name: 'Big' })
  const dialog = await openModels(page, 'Big')
  await expect(dialog.getByRole('status')).toHaveText('3,000 models, 3,000 on')
  expect(await dialog.getByRole('listitem').count()).toBeLessThan(30)
  await expect(dialog.getByRole('listitem').first()).toContainText('8.2k tokens')
  await expect(dialog.getByRole('listitem').first()).toContainText('$1.20 in · $6.00 out')

  await dialog.getByRole('searchbox', { name: 'Search models' }).fill('vendor-7/')
  await expect(dialog.getByRole('status')).toHaveText('75 of 3,000 models, 3,000 on')
  await dialog.getByRole('button', { name: 'Switch these 75 off' }).click()
  await expect(dialog.getByRole('status')).toHaveText('75 of 3,000 models, 2,925 on')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.goto('/chat')
  await page.getByRole('button', { name: /^Model:/ }).click()
  const search = page.getByRole('combobox', { name: 'Model' })
  expect(await page.getByRole('option').count()).toBeLessThan(40)
  await search.fill('vendor-7/')
  await expect(page.getByText('No matching models.')).toBeVisible()
  await search.fill('model-2999')
  await expect(page.getByRole('option')).toHaveCount(1)
  await search.fill('')
  await page.keyboard.press('ArrowUp')
  await expect(page.locator('[data-marked]')).toHaveAttribute('aria-posinset', /29\d\d/)
  await expect(page.locator('[data-marked]')).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-marked]')).toHaveAttribute('aria-posinset', '1')
  await expect(page.locator('[data-marked]')).toBeInViewport()
})

test('new chats use the default model, and show a message when it no longer exists', async ({
  page,
  upstream,
}) => {
  const connections = new ConnectionsPage(page)
  await connections.add({ address: upstream.url, name: 'House' })
  const other = await openWindow(page)
  // The window follows changes only after it has read the models and the default has changed.
  const waiting: Route[] = []
  await other.route('**/api/changes*', (route) => void waiting.push(route), { times: 1 })
  await other.goto('/chat')
  await expect(other.getByRole('button', { name: 'Model: editor' })).toBeVisible()

  const defaults = page.getByRole('list', { name: 'Default models' })
  await defaults.getByRole('button', { name: 'Chat: Last used model' }).click()
  await page.getByRole('combobox', { name: 'Default model: Chat' }).fill('writer')
  await page.keyboard.press('Enter')
  await expect(defaults.getByRole('button', { name: 'Chat: writer' })).toBeVisible()
  await expect.poll(() => waiting.length).toBe(1)
  await waiting[0]?.continue()
  await expect(other.getByRole('button', { name: 'Model: writer' })).toBeVisible()

  const dialog = await openModels(page, 'House')
  await dialog.getByRole('switch', { name: 'Use writer' }).click()
  await expect(dialog.getByRole('status')).toHaveText('2 models, 1 on')
  await page.keyboard.press('Escape')
  const chat = defaults.getByRole('listitem', { name: 'Chat', exact: true })
  await expect(chat).toContainText('house/writer is not available now.')
  await expect(other.getByText('Your default model house/writer is not available')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Model: editor' })).toBeVisible()
  await noViolations(page)
})

for (const { name, colorScheme, width } of [
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'phone', colorScheme: 'light', width: 390 },
] as const) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 844 }, colorScheme })

    test('the list of a connection’s models has no accessibility violation', async ({
      page,
      upstream,
    }) => {
      upstream.models = thousands
      const connections = new ConnectionsPage(page)
      await connections.add({ address: upstream.url, name: 'Big' })
      const dialog = await openModels(page, 'Big')
      await dialog.getByRole('switch').nth(1).click()
      await expect(dialog.getByRole('status')).toHaveText('3,000 models, 2,999 on')
      await expect(dialog.getByRole('switch').nth(1)).not.toBeChecked()
      await noViolations(page)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    })
  })
}
