import type { Page } from '@playwright/test'
import { expect, ownChatServer, test as base } from './support/fixtures.ts'
import { makeModel } from './support/make-model.ts'
import { taskListSchema } from '#contract/tasks.ts'
import { StudioPage } from './pages/studio.ts'
import { plainPicture } from './support/pictures.ts'

const test = base.extend({ server: ownChatServer('offline') })

// `isFaulty` allows the requests that fail while the test has stopped the server.
test.use({ isFaulty: true })

async function keepCopies(page: Page, texts: readonly string[]): Promise<void> {
  await page.goto('/settings/account')
  await page.getByRole('switch', { name: /^Keep recent chats/ }).click()
  await expect
    .poll(() => page.evaluate(findStored, texts), { timeout: 60_000 })
    .toEqual(texts.map(() => true))
}

/**
 * Returns for each text whether the browser has stored it, in the content or in the address of a
 * response.
 */
async function findStored(texts: readonly string[]): Promise<boolean[]> {
  const bodies: string[] = []
  for (const name of ['bozzetto-copies', 'bozzetto-models']) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    for (const { url } of await cache.keys()) {
      bodies.push(`${url}|`, (await (await cache.match(url))?.text()) ?? '')
    }
  }
  const pages = (await caches.keys()).filter((name) => name.startsWith('bozzetto-assets-'))
  for (const name of pages) {
    for (const { url } of await (await caches.open(name)).keys()) bodies.push(`${url}|`)
  }
  return texts.map((text) => bodies.some((body) => body.includes(text)))
}

test('chats and models can be read while the server is away, and questions are sent later', async ({
  page,
  server,
  upstream,
}) => {
  test.setTimeout(180_000)
  upstream.text = 'The stored answer.'
  await page.goto('/chat')
  await page.getByRole('textbox', { name: 'Message' }).fill('Please remember this.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('The stored answer.')).toBeVisible()
  const chat = page.url()
  await makeModel(page.request, { name: 'disc.png', picture: await plainPicture() })
  await keepCopies(page, [
    'The stored answer.',
    'disc',
    'glTF',
    'rocket.webp|',
    `${new URL(chat).origin}/|`,
  ])

  await server.kill()
  await page.goto(chat)
  await expect(page.getByText('The stored answer.')).toBeVisible()
  await expect(page.getByText(/You see what was stored on/)).toBeVisible()
  await page.goto('/library')
  await page.getByRole('link', { name: /disc/ }).first().click()
  await expect(page.getByRole('heading', { name: 'disc' })).toBeVisible()

  await page.goto(chat)
  await page.getByRole('textbox', { name: 'Message' }).fill('Sent later.')
  await page.getByRole('button', { name: 'Send' }).click()
  upstream.text = 'The later answer.'
  await server.startAgain()
  await expect(page.getByText('The later answer.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/You see what was stored on/)).toBeHidden()
})

/** Returns the number of files of pictures that wait in the browser. */
async function countWaiting(): Promise<number> {
  // The page gets only this function.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const settle = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('IndexedDB failed.')))
    })
  const database = await settle(indexedDB.open('bozzetto-waiting-pictures'))
  const pictures = database.transaction('pictures').objectStore('pictures')
  const found: { file?: Blob }[] = await settle(pictures.getAll())
  database.close()
  return found.filter(({ file }) => file).length
}

test('a picture chosen while the server is away waits, also after a reload, and two tabs send it once', async ({
  context,
  page,
  server,
}) => {
  test.setTimeout(180_000)
  await keepCopies(page, ['/api/models|', `${server.url}/|`])
  const studio = new StudioPage(page)
  const listTasks = async () =>
    taskListSchema.parse(await (await page.request.get(`${server.url}/api/tasks`)).json()).tasks
  const before = new Set((await listTasks()).map(({ id }) => id))
  const file = { name: 'later.png', mimeType: 'image/png', buffer: await plainPicture() }
  const waits = page.getByText('The picture waits in this browser.')
  await studio.open()
  await server.kill()

  await page.goto('/')
  await studio.chooseFile(file)
  await expect(waits).toBeVisible()
  await studio.generate()
  await expect(page.getByText('1 queued')).toBeVisible()

  await page.reload()
  await expect(waits).toBeVisible()
  await expect(page.getByText('1 queued')).toBeVisible()
  const shown = page.getByRole('img', { name: 'later.png' }).first()
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)

  const second = await context.newPage()
  await second.goto('/')
  await expect(second.getByText('1 queued')).toBeVisible()
  const accepted: string[] = []
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isSent = response.request().method() === 'POST' && response.ok()
    if (isSent && ['/api/files', '/api/tasks'].includes(pathname)) accepted.push(pathname)
  })

  await server.startAgain()
  const listNew = async () => (await listTasks()).filter(({ id }) => !before.has(id))
  await expect
    .poll(async () => (await listNew().catch(() => [])).map(({ status }) => status), {
      timeout: 90_000,
    })
    .toEqual(['completed'])
  for (const tab of [page, second]) {
    await expect(tab.getByText('The picture waits in this browser.')).toBeHidden()
    await expect(tab.getByText('1 queued')).toBeHidden()
  }
  expect(await page.evaluate(countWaiting)).toBe(0)
  expect(accepted.toSorted()).toEqual(['/api/files', '/api/tasks'])
})

test('a waiting picture and its task can be cancelled', async ({ page, server }) => {
  test.setTimeout(180_000)
  await keepCopies(page, ['/api/models|', `${server.url}/|`])
  const studio = new StudioPage(page)
  await studio.open()
  await server.kill()
  await studio.chooseFile({
    name: 'never.png',
    mimeType: 'image/png',
    buffer: await plainPicture(),
  })
  await expect(page.getByText('The picture waits in this browser.')).toBeVisible()
  await studio.generate()
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  expect(await page.evaluate(countWaiting)).toBe(1)
  await page.getByRole('button', { name: 'Cancel all' }).click()
  await expect(page.getByText('1 queued')).toBeHidden()
  await expect.poll(() => page.evaluate(countWaiting)).toBe(0)
  await server.startAgain()
})

async function share(
  page: Page,
  fields: { text?: string; file?: { name: string; bytes: number[] } },
) {
  await page.evaluate(({ text, file }) => {
    const form = document.createElement('form')
    Object.assign(form, { action: '/share-target', method: 'POST', enctype: 'multipart/form-data' })
    const addInput = (name: string, type: string) => {
      const input = Object.assign(document.createElement('input'), { name, type })
      form.append(input)
      return input
    }
    if (text !== undefined) addInput('text', 'text').value = text
    if (file) {
      const held = new DataTransfer()
      held.items.add(new File([new Uint8Array(file.bytes)], file.name, { type: 'image/png' }))
      addInput('files', 'file').files = held.files
    }
    document.body.append(form)
    form.submit()
  }, fields)
}

test('a text that another app shares is written into the message box, and a shared picture opens in the studio', async ({
  page,
}) => {
  await keepCopies(page, ['/api/models|'])
  await share(page, { text: 'A line from elsewhere' })
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/A line from elsewhere/)
  expect(new URL(page.url()).search).toBe('')
  await share(page, { file: { name: 'shared-disc.png', bytes: [...(await plainPicture())] } })
  await expect(page.getByRole('img', { name: /shared-disc/ }).first()).toBeVisible()
})

test('copies are deleted once the session has ended', async ({ page, context, server }) => {
  await keepCopies(page, ['/api/models|', `${server.url}/|`])
  await context.clearCookies()
  await page.reload()
  await expect.poll(() => page.evaluate(findStored, ['/api/models|'])).toEqual([false])
})

test('copies are deleted when the person or an admin forbids them', async ({ page, server }) => {
  await keepCopies(page, ['/api/models|'])
  await page.getByRole('switch', { name: /^Keep recent chats/ }).click()
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])

  await keepCopies(page, ['/api/models|'])
  const change = { value: '1' }
  const path = '/api/settings/BOZZETTO_FORBID_OFFLINE'
  const changed = await page.request.put(`${server.url}${path}`, { data: change })
  expect(changed.ok()).toBe(true)
  await page.reload()
  const isControlled = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await expect.poll(isControlled).toBe(0)
  // A page that starts during the removal registers and asks like this.
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('/service-worker.js')
    registration.active?.postMessage('store-app')
  })
  await expect.poll(isControlled).toBe(0)
})
