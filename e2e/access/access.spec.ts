import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { noViolations } from '../support/axe.ts'
import { expect, plainTest, test } from '../support/fixtures.ts'
import { StudioPage } from '../pages/studio.ts'
import { Server } from '../support/server.ts'
import { openWindow } from '../support/window.ts'

const password = 'correct horse battery'

plainTest(
  'a server with a password signs in its owner, keeps drafts, and lists the sessions',
  async ({ browser }) => {
    const server = await Server.start({ BOZZETTO_PASSWORD: password })
    const context = await browser.newContext({ baseURL: server.url, colorScheme: 'dark' })
    const page = await context.newPage()
    try {
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() === 401) refused.push(response.url())
      })
      await page.goto('/chat')
      const field = page.getByLabel('Password')
      await expect(page.getByRole('dialog', { name: 'Sign in to Bozzetto' })).toBeVisible()
      await expect(field).toBeFocused()
      expect(refused).toEqual([])
      await noViolations(page)

      await page.keyboard.type('a wrong password')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toContainText('Wrong password')
      await page.keyboard.press('Escape')
      await page.keyboard.type(password)
      await page.keyboard.press('Enter')
      const box = page.getByRole('textbox', { name: 'Message' })
      await expect(box).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/chat')
      expect(await page.evaluate(() => document.cookie)).toBe('')

      await box.fill('What is a bozzetto?')
      const other = await browser.newContext({ baseURL: server.url })
      // Blocks the stream of changes, so that only the refused question can open the sign-in
      // dialog. The end of the stream would open the dialog earlier, and the dialog would receive
      // the key press.
      await page.route('**/api/changes*', (route) => route.abort())
      await other.request.post('/api/session', { data: { password } })
      expect((await other.request.delete('/api/sessions')).status()).toBe(204)
      await box.press('Enter')
      await expect(field).toBeVisible()
      await page.unroute('**/api/changes*')
      await page.setViewportSize({ width: 390, height: 780 })
      await expect(field).toBeInViewport()
      await field.fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(field).toBeHidden()
      const talk = page.getByRole('log', { name: 'Messages' })
      await expect(talk.getByRole('article', { name: 'You' })).toHaveText(/What is a bozzetto\?/)
      await expect(talk.getByRole('article', { name: 'Answer from Guide' })).toHaveCount(1)

      await page.goto('/settings/account')
      const list = page.getByRole('list', { name: 'Signed-in browsers' })
      await expect(list.getByRole('listitem')).toHaveCount(2)
      await expect(list.getByRole('listitem').filter({ hasText: 'This browser' })).toContainText(
        'Chrome',
      )
      await list.getByRole('button', { name: /^Sign out/ }).click()
      await expect(list.getByRole('listitem')).toHaveCount(1)
      expect((await other.request.get('/api/sessions')).status()).toBe(401)

      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await expect(field).toBeVisible()
      await page.reload()
      await expect(field).toBeVisible()
      expect(server.output).not.toContain(password)
      await other.close()
    } finally {
      await context.close()
      await server.stop()
    }
  },
)

test('the link signs the browser in permanently, the log does not contain the link’s token, and the token can be pasted as well', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  try {
    await page.goto('/chat')
    expect(server.output).not.toContain('token=')
    const dialog = page.getByRole('dialog', { name: 'Open Bozzetto with its link' })
    await expect(dialog).toContainText('Open the link that the server printed when it started.')
    await expect(dialog).toContainText('npm run link')
    const field = page.getByLabel('Or paste it here')
    await expect(field).toBeFocused()
    await noViolations(page)
    await page.setViewportSize({ width: 390, height: 780 })
    await expect(page.getByRole('button', { name: 'Continue' })).toBeInViewport()
    await page.keyboard.type(server.link.slice(0, -1))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('no longer valid')
    await field.fill(server.link)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/chat')
    await context.clearCookies()

    await page.goto(`${server.link.slice(0, -1)}-`)
    await expect(page.getByRole('alert')).toContainText('no longer valid')
    expect(page.url()).toBe(`${server.url}/`)
    await page.goto(server.link)
    await expect(page.getByRole('button', { name: 'Generate' })).toBeVisible()
    expect(page.url()).toBe(`${server.url}/`)
    await page.goto('/chat')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    const cookies = await context.cookies()
    for (const { httpOnly, expires } of cookies) {
      expect(httpOnly).toBe(true)
      expect(expires).toBeGreaterThan(Date.now() / 1000 + 360 * 24 * 60 * 60)
    }
  } finally {
    await context.close()
  }
})

plainTest(
  'the link of a new server asks once where answers should come from',
  async ({ browser }) => {
    const server = await Server.start({})
    const context = await browser.newContext({ baseURL: server.url })
    const page = await context.newPage()
    try {
      await page.goto(server.link)
      await page.getByRole('heading', { name: 'Where should answers come from?' }).waitFor()
      await page.getByRole('link', { name: 'Connect a service' }).waitFor()
      await noViolations(page)
      await page.getByRole('link', { name: 'Go to the studio' }).click()
      await expect(page.getByRole('button', { name: /^Generate/ })).toBeVisible()
      await page.goto(server.link)
      await expect(page.getByRole('button', { name: /^Generate/ })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/')
    } finally {
      await context.close()
      await server.stop()
    }
  },
)

const keptIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const cached: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) cached.push(`${name} ${url}`)
    }
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases,
      cached,
    ])
  })

for (const isHelped of [true, false]) {
  const how = isHelped ? '' : ', also where the browser does not know Clear-Site-Data'
  plainTest(
    `signing out leaves nothing private in the browser${how}`,
    { tag: '@full' },
    async ({ browser }) => {
      const server = await Server.start({ BOZZETTO_PASSWORD: password })
      const context = await browser.newContext({ baseURL: server.url })
      try {
        await context.request.post('/api/session', { data: { password } })
        const page = await context.newPage()
        if (!isHelped) {
          await page.route('/api/session', async (route) => {
            const response = await route.fetch()
            const { 'clear-site-data': _dropped, ...headers } = response.headers()
            await route.fulfill({ response, headers })
          })
        }
        const other = await openWindow(page)
        const studio = new StudioPage(other)
        await studio.open()
        const buffer = await sharp({
          create: { width: 64, height: 64, channels: 3, background: '#936' },
        })
          .png()
          .toBuffer()
        await studio.chooseFile({ name: 'quetzalcoatl.png', mimeType: 'image/png', buffer })
        await expect(other.getByText('quetzalcoatl.png · 64 × 64')).toBeVisible()
        const { pictures } = await (await context.request.get('/api/pictures')).json()
        const picture: string = pictures[0].url
        const fromCache = () =>
          page.evaluate(async (url) => (await fetch(url, { cache: 'force-cache' })).status, picture)

        await page.goto('/chat')
        expect(await fromCache()).toBe(200)
        await page.getByRole('textbox', { name: 'Message' }).fill('About quetzalcoatl')
        await expect.poll(() => keptIn(page)).toContain('About quetzalcoatl')
        expect(await keptIn(page)).toContain('quetzalcoatl.png')
        await page.evaluate(async () => {
          sessionStorage.setItem('quetzalcoatl', '1')
          await (await caches.open('quetzalcoatl')).put('/quetzalcoatl', new Response('1'))
          await new Promise((resolve) => {
            indexedDB.open('quetzalcoatl').onsuccess = ({ target }) => {
              ;(target as IDBOpenDBRequest).result.close()
              resolve(undefined)
            }
          })
        })
        expect((await keptIn(page)).split('quetzalcoatl').length).toBeGreaterThan(5)

        await page.goto('/settings/account')
        await page.getByRole('button', { name: 'Sign out', exact: true }).click()
        for (const tab of [page, other]) {
          await expect(tab.getByLabel('Password')).toBeVisible()
          await expect.poll(() => keptIn(tab)).not.toContain('quetzalcoatl')
          expect(await keptIn(tab)).not.toContain(picture)
        }
        if (isHelped) expect(await fromCache()).toBe(401)
      } finally {
        await context.close()
        await server.stop()
      }
    },
  )
}
