import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { startOllama } from '../src/server/providers/ollama/ollama.fixture.ts'
import { freePort } from '../src/server/testing/free-port.ts'
import { noViolations } from './support/axe.ts'
import { expect, ownServer, test as base } from './support/fixtures.ts'
import { ChatPage } from './pages/chat.ts'
import { ConnectionsPage, disconnectAll } from './pages/connections.ts'
import { openWindow } from './support/window.ts'

const test = base.extend({ server: ownServer('connections') })

test.beforeEach(async ({ server, upstream }) => {
  upstream.wordDelayMs = 15
  await disconnectAll(server)
})

const usualOllamaPort = 11_434

const looks = [
  { name: 'dark', colorScheme: 'dark', width: 1440 },
  { name: 'phone', colorScheme: 'light', width: 390 },
] as const

test('a new user gets from the first start to the first word of an answer with six clicks and one paste', async ({
  page,
  context,
  upstream,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.evaluate((text) => navigator.clipboard.writeText(text), upstream.url)
  const effort = await countEffort(page)

  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await page.getByRole('link', { name: 'Connect a service' }).click()
  await page.getByRole('button', { name: /^OpenAI-compatible/ }).click()
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+V')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('None needed.')
  await expect(page.getByRole('dialog')).toContainText('Found 2 models.')
  await page.getByRole('link', { name: 'Start chatting' }).click()
  await expect(page.getByRole('button', { name: 'Model: editor' })).toBeVisible()
  await page.getByRole('button', { name: /^Explain how a picture/ }).click()
  await expect(page.getByRole('article', { name: /^Answer from/ })).toContainText('Hello')

  expect(await effort()).toEqual({ clicks: 6, pastes: 1 })
  expect(new URL(page.url()).search).toBe('')
})

test('a wrong key shows the service’s message, is stored, and is corrected later', async ({
  page,
  upstream,
}) => {
  upstream.key = 'the-right-key-0123'
  const connections = new ConnectionsPage(page)
  await connections.enter({ address: upstream.url, key: 'a-wrong-key-0123', name: 'Writers' })
  const { dialog } = connections
  await dialog.getByRole('button', { name: 'Test' }).click()
  expect(await connections.steps(dialog)).toEqual(['OK', 'Failed', 'Skipped'])
  await expect(dialog).toContainText('That key opens no door here.')

  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Writers does not work yet')
  // Elements behind an open dialog have no role for assistive technology, so find the row by its
  // label.
  await expect(page.locator('li[aria-label="Writers"]')).toContainText(
    'That key opens no door here.',
  )
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog.getByRole('heading', { name: 'Edit Writers' })).toBeVisible()
  const key = dialog.getByLabel(/^API key/)
  await expect(key).toHaveValue('')
  expect(await key.getAttribute('placeholder')).not.toContain('wrong-key')
  await key.fill('the-right-key-0123')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(await connections.steps(connections.row('Writers'))).toEqual(['OK', 'OK', 'OK'])
  await expect(connections.row('Writers')).toContainText('2 models')
  await expect(connections.row('Writers')).toContainText('answered just now')
  await expect(connections.row('Writers')).toContainText('The service may charge for it')
  await connections.row('Writers').getByRole('button', { name: 'Try a word' }).click()
  await expect(connections.row('Writers')).toContainText('Hello from the other side.')
  await expect(page.getByText('the-right-key-0123')).toHaveCount(0)
})

test('a key that the service rejects later marks the connection, and its models show the reason', async ({
  page,
  upstream,
}) => {
  upstream.key = 'the-first-key-0123'
  const connections = new ConnectionsPage(page)
  await connections.enter({ address: upstream.url, key: upstream.key, name: 'Writers' })
  await connections.dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await connections.dialog.getByRole('link', { name: 'Start chatting' }).click()
  const chat = new ChatPage(page)
  await chat.askAndWait('Are you there?')

  upstream.key = 'another-key-4567'
  await chat.ask('And now?')
  const refusal = 'That key opens no door here.'
  await expect(chat.answers.last()).toContainText(refusal)
  await page.getByRole('button', { name: /^Model:/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toContainText(refusal)
  await noViolations(page)
  await page.keyboard.press('Escape')
  await page.goto('/settings/models')
  await expect(connections.row('Writers')).toContainText(refusal)

  upstream.key = 'the-first-key-0123'
  await connections.choose('Writers', 'Test')
  expect(await connections.steps(connections.row('Writers'))).toEqual(['OK', 'OK', 'OK'])
  await page.goto('/chat')
  await page.getByRole('button', { name: /^Model:/ }).click()
  await expect(page.getByRole('option', { name: 'editor' }).first()).toBeVisible()
  await expect(page.getByText(refusal)).toHaveCount(0)
})

test('headers for a proxy are secret like a key, and have to be entered again for another address', async ({
  page,
  upstream,
}) => {
  const connections = new ConnectionsPage(page)
  const { dialog } = connections
  await connections.enter({ address: upstream.url, name: 'Writers' })
  const name = dialog.getByLabel('Header name')
  await dialog.getByRole('button', { name: 'Add a header' }).click()
  await name.fill('X Door')
  await dialog.getByLabel('Value of X Door').fill('open-sesame-5678')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('only letters, digits')
  await name.fill('X-Door')
  await noViolations(page)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => upstream.heard('x-door')).toEqual(['open-sesame-5678'])

  await page.goto('/settings/models')
  await connections.choose('Writers', 'Edit')
  const value = dialog.getByLabel('Value of X-Door')
  await expect(value).toHaveValue('')
  await expect(value).toHaveAttribute('placeholder', 'ope…5678')
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/v1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter the values again')
  await dialog.getByLabel('Address').fill(upstream.url)
  await dialog.getByRole('button', { name: 'Remove X-Door' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(await connections.steps(connections.row('Writers'))).toEqual(['OK', 'OK', 'OK'])
})

test('an address that cannot be reached shows an error, and works once a server responds there', async ({
  page,
}) => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}/v1`
  const connections = new ConnectionsPage(page)
  await connections.enter({ address })
  const { dialog } = connections
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  expect(await connections.steps(dialog)).toEqual(['Failed', 'Skipped', 'Skipped'])
  await expect(dialog).toContainText('is not running')

  const late = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'late', object: 'model' }] }))
  }).listen(port, '127.0.0.1')
  try {
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toContainText('Found 1 model.')
    await expect(dialog.getByRole('link', { name: 'Start chatting' })).toBeVisible()
  } finally {
    late.close()
  }
})

test('two connections of the same kind get different names, and another tab updates without a reload', async ({
  page,
  upstream,
}) => {
  const other = await openWindow(page)
  await other.goto('/chat')
  await expect(other.getByRole('link', { name: 'Connect a service' })).toBeVisible()

  const connections = new ConnectionsPage(page)
  await connections.add({ address: upstream.url, name: 'First' })
  await expect(other.getByRole('link', { name: 'Connect a service' })).toBeHidden()
  await connections.add({ address: upstream.url, name: 'Second' })
  const chat = new ChatPage(other)
  await other.getByRole('button', { name: /^Model:/ }).click()
  const groups = other.getByRole('dialog')
  await expect(groups).toContainText('First')
  await expect(groups).toContainText('Second')
  await expect(other.getByRole('option', { name: 'writer' })).toHaveCount(2)

  await connections.choose('Second', 'Edit')
  await connections.dialog.getByLabel('Name').fill('Third')
  await connections.dialog.getByRole('button', { name: 'Save' }).click()
  await expect(connections.row('Third')).toBeVisible()
  await expect(groups).toContainText('Third')

  await page.getByRole('switch', { name: 'Use First' }).click()
  await expect(connections.row('First')).toContainText('Off')
  await expect(other.getByRole('option', { name: 'writer' })).toHaveCount(1)

  await connections.choose('Third', 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete Third?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(connections.row('Third')).toHaveCount(0)
  await expect(other.getByRole('option', { name: 'writer' })).toHaveCount(0)
  await other.keyboard.press('Escape')
  await expect(other.getByRole('link', { name: 'Connect a service' })).toBeVisible()

  await page.getByRole('switch', { name: 'Use First' }).click()
  await chat.choose('writer')
  await chat.askAndWait('Are you there?')
  await expect(chat.answers).toContainText('Hello from the other side.')
})

test('a connection can be added with the keyboard only', async ({ page, upstream }) => {
  await page.goto('/settings/models')
  await page.getByRole('button', { name: 'Connect a service' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search services' })).toBeFocused()
  await page.keyboard.type('openai-compatible')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await page.keyboard.type('nowhere')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Enter an http:// or https:// address.')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(upstream.url)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Start chatting' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('list', { name: 'Connections' })).toContainText(upstream.url)
  expect(new URL(page.url()).search).toBe('')
})

for (const { name, colorScheme, width } of looks) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 844 }, colorScheme })

    test('the dialog of a connection has no accessibility violation', async ({
      page,
      upstream,
    }) => {
      const connections = new ConnectionsPage(page)
      await page.goto('/settings/models')
      await page.getByText('Nothing connected yet').waitFor()
      await page.getByRole('button', { name: 'Connect a service' }).click()
      await page.getByRole('button', { name: /^Ollama/ }).waitFor()
      await noViolations(page)
      await connections.enter({ address: 'no address', name: 'Writers' })
      await connections.dialog.getByRole('button', { name: 'Test' }).click()
      await connections.dialog.getByRole('alert').waitFor()
      await noViolations(page)
      await connections.dialog.getByLabel('Address').fill(upstream.url)
      await connections.dialog.getByRole('button', { name: 'Connect', exact: true }).click()
      await connections.dialog.getByRole('link', { name: 'Start chatting' }).waitFor()
      await noViolations(page)
      await connections.dialog.getByRole('button', { name: 'Done' }).click()
      await expect(connections.dialog).toBeHidden()
      await noViolations(page)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    })
  })
}

test('a running Ollama is found, and downloads, unloads and deletes a model', async ({
  page,
  server,
}) => {
  const ollama = await startOllama(usualOllamaPort).catch(() => undefined)
  test.skip(!ollama, 'A real Ollama runs here.')
  if (!ollama) return
  try {
    const finished = new EventEmitter()
    const release = once(finished, 'now').then(() => {})
    const lines = [{ status: 'pulling a1', digest: 'a1', total: 2e9, completed: 5e8 }]
    ollama.world.pull['qwen3:4b'] = { lines, release }
    const connections = new ConnectionsPage(page)
    const { dialog } = connections
    await page.goto('/chat')
    await expect(page.getByText('Ollama runs on this machine.')).toBeVisible()
    await page.getByRole('link', { name: 'Connect a service' }).click()
    const found = dialog.getByRole('region', { name: 'Found on this machine' })
    await found.getByRole('button', { name: /^Ollama/ }).click()
    await expect(dialog).toContainText('None needed.')
    await dialog.getByLabel('Download a model').fill('qwen3:4b')
    await dialog.getByRole('button', { name: 'Download' }).click()
    await expect(dialog.getByRole('list', { name: 'Downloads' })).toContainText('477 MB of 1.9 GB')

    await page.goto('/chat')
    ollama.world.loaded['qwen3:4b'] = 8192
    finished.emit('now')
    await page.goto('/settings/models')
    await connections.choose('Ollama', 'Models')
    await page.getByRole('button', { name: 'Download models' }).click()
    await expect(dialog).toContainText('qwen3:4b is ready to use')
    const models = dialog.getByRole('list', { name: 'Installed models' })
    await expect(models).toContainText('8.2k tokens of context allocated')
    await noViolations(page)
    await models.getByRole('button', { name: 'Unload' }).click()
    await expect(models.getByRole('button', { name: 'Unload' })).toHaveCount(0)
    await models.getByRole('button', { name: 'Delete qwen3:4b' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog).toContainText('No models yet.')

    await disconnectAll(server)
    await page.goto('/settings/models')
    const service = page.getByRole('region', { name: 'Connections' })
    await service.getByRole('button', { name: /^Ollama/ }).click()
    await expect(dialog).toContainText('Ollama is connected')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(connections.row('Ollama')).toBeVisible()
  } finally {
    await ollama.close()
  }
})

base('a connection of the environment can be tested, and not changed', async ({ page }) => {
  await page.goto('/settings/models')
  const rows = page.getByRole('list', { name: 'Connections' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Set up on the server')
  await expect(rows.getByRole('switch')).toHaveCount(0)
  await rows.getByRole('button', { name: /^More about/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Models', 'Test'])
  await page.getByRole('menuitem', { name: 'Test' }).click()
  expect(await new ConnectionsPage(page).steps(rows.first())).toEqual(['OK', 'OK', 'OK'])
})

async function countEffort(page: Page) {
  const counter = await page.evaluateHandle(() => {
    const effort = { clicks: 0, pastes: 0 }
    document.addEventListener('pointerdown', () => effort.clicks++, { capture: true })
    document.addEventListener('paste', () => effort.pastes++, { capture: true })
    return effort
  })
  return () => counter.jsonValue()
}
