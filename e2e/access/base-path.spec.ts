import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { openProvider } from '../../src/server/access/oidc/provider.fixture.ts'
import { openProtected } from '../../src/server/mcp-client/oidc-protected.fixture.ts'
import { freePort } from '../../src/server/testing/free-port.ts'
import { ChatPage } from '../pages/chat.ts'
import { StudioPage } from '../pages/studio.ts'
import { startBaseProxy } from '../support/base-proxy.ts'
import { expect, plainTest as test, smallWindow } from '../support/fixtures.ts'
import { Server } from '../support/server.ts'

test.use(smallWindow)

const base = '/tools/bozzetto'

/**
 * Addresses of a real proxy and of the server behind it with `BOZZETTO_BASE=/tools/bozzetto`, such
 * as `http://127.0.0.1:8080 http://127.0.0.1:5310`.
 */
const [realProxy, realServer] = process.env['BOZZETTO_E2E_PROXY']?.split(' ') ?? []

for (const removesBase of [false, true]) {
  const kind = removesBase ? 'removes' : 'keeps'
  test(`chat, studio, previews, share links and embeds work below a path that the proxy ${kind}`, async ({
    browser,
    upstream,
  }) => {
    test.skip(realProxy !== undefined && removesBase, 'The configuration of the proxy decides.')
    upstream.wordDelayMs = 0
    upstream.text =
      'Here:\n\n```html\n<p id="three"></p>\n<script type="module" src="https://unpkg.com/three@0.160.0/build/three.module.js"></script><script type="importmap">{"imports":{"three":"https://unpkg.com/three@0.160.0/build/three.module.js"}}</script><script type="module">import { Box3 } from "three"\nthree.textContent = typeof Box3</script>\n```\n'
    const site = createServer((request, response) => {
      response.setHeader('Content-Type', 'text/html')
      response.end(new URL(request.url ?? '/', 'http://site').searchParams.get('frame'))
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    const siteOrigin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const server = await Server.start({
      ...(realServer !== undefined && { PORT: new URL(realServer).port }),
      BOZZETTO_BASE: base,
      BOZZETTO_OPENAI_URL: upstream.url,
      BOZZETTO_PASSWORD: 'correct horse battery',
      BOZZETTO_PROXIES: '127.0.0.1',
      BOZZETTO_EMBED_ORIGINS: siteOrigin,
    })
    const proxy = await startBaseProxy({ base, target: server.url, removesBase })
    const url = realProxy === undefined ? proxy.url : realProxy + base
    const context = await browser.newContext()
    const page = await context.newPage()
    const strays: string[] = []
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      const isOwn = origin === new URL(url).origin
      if (isOwn && pathname !== base && !pathname.startsWith(`${base}/`)) strays.push(pathname)
    })
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    try {
      await page.goto(`${url}/chat`)
      await page.getByLabel('Password').fill('correct horse battery')
      await page.keyboard.press('Enter')
      const chat = new ChatPage(page)
      await chat.choose('writer')
      const [session] = await context.cookies()
      expect(session?.path).toBe(base)

      await chat.askAndWait('Write a page')
      await expect(page).toHaveURL(new RegExp(`${base}/chat/\\w{20}$`))
      await chat.answers.getByRole('button', { name: 'Preview' }).click()
      await expect(page.frameLocator('iframe').locator('#three')).toHaveText('function')
      await page.reload()
      await expect(chat.answers).toContainText('Here:')

      await page.goto(url)
      const studio = new StudioPage(page)
      await studio.chooseSample('Lion')
      // A model without a texture is created and drawn faster.
      await page.getByRole('switch', { name: 'Texture', exact: true }).click()
      await studio.generate()
      await studio.waitForModel()
      await expect(page).toHaveURL(new RegExp(`${base}/asset/\\w{20}$`))

      await page.getByRole('link', { name: 'Library' }).click()
      await page.getByRole('link', { name: /Lion/ }).first().click()
      const details = page.getByRole('complementary').first()
      await expect(details.locator('img').first()).toHaveJSProperty('complete', true)
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByRole('button', { name: 'Create link' }).click()
      const shared = await page.getByRole('textbox', { name: /link/i }).inputValue()
      expect(shared).toMatch(new RegExp(`^${url}/share/[\\w-]{32}$`))
      await page.getByRole('tab', { name: 'Embed' }).click()
      const code = await page.getByRole('textbox', { name: 'Embed code' }).inputValue()
      const element = await page.getByRole('textbox', { name: 'Web component' }).inputValue()

      const guest = await (await browser.newContext()).newPage()
      await guest.goto(shared)
      await expect(guest.locator('[data-state=ready]')).toBeVisible()
      for (const markup of [code, element]) {
        await guest.goto(`${siteOrigin}/?frame=${encodeURIComponent(markup)}`)
        await expect(guest.frameLocator('iframe').locator('[data-state=ready]')).toBeVisible()
      }
      await guest.context().close()

      await page.goto(`${url}/settings/account`)
      await page.getByRole('switch', { name: /^Keep recent chats/ }).click()
      const copied = () => page.evaluate(listCopies)
      await expect.poll(copied).toContain(`${url}/api/models`)
      await page.evaluate(() => localStorage.setItem('another-app', 'kept'))
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await expect(page.getByLabel('Password')).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${base}/?$`))
      expect(await page.evaluate(() => Object.entries(localStorage))).toEqual(
        expect.arrayContaining([['another-app', 'kept']]),
      )
      expect([...strays, ...proxy.strayPaths]).toEqual([])
      expect(problems).toEqual([])
    } finally {
      await context.close()
      proxy.stop()
      await server.stop()
      site.close().closeAllConnections()
    }
  })
}

test('people sign in with an identity provider, and use MCP servers and /mcp below a path', async ({
  browser,
}) => {
  const port = realServer === undefined ? await freePort() : Number(new URL(realServer).port)
  const target = `http://127.0.0.1:${port}`
  const proxy = await startBaseProxy({ base, target, removesBase: false })
  const url = realProxy === undefined ? proxy.url : realProxy + base
  const [provider, far] = [
    await openProvider(`${url}/api/session/oidc/callback`),
    await openProtected(),
  ]
  provider.people.set('ben-1', { name: 'Ben', email: 'ben@example.com', email_verified: true })
  const key = 'sa-a-key-for-programs'
  const password = 'correct horse battery'
  const server = await Server.start({
    PORT: String(port),
    BOZZETTO_BASE: base,
    BOZZETTO_PASSWORD: password,
    BOZZETTO_PROXIES: '127.0.0.1',
    BOZZETTO_OIDC_ISSUER: provider.issuer,
    BOZZETTO_OIDC_CLIENT_ID: 'bozzetto',
    BOZZETTO_OIDC_CLIENT_SECRET: 'a secret of ours',
    BOZZETTO_OIDC_NAME: 'Acme',
    BOZZETTO_NEW_PEOPLE: 'join',
    BOZZETTO_FETCH_HOSTS: '127.0.0.1',
    BOZZETTO_API_KEYS: key,
  })
  const context = await browser.newContext()
  const page = await context.newPage()
  // The pages of both identity providers request a web font, which tests cannot load.
  await page.route(/googleapis/, (route) => route.abort())
  try {
    await page.goto(`${url}/settings/tool-servers`)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Add a server' })).toBeVisible()
    const anna = { name: 'Anna', email: 'anna@example.com' }
    const made = await context.request.post(`${url}/api/people`, { data: anna })
    expect(made.status()).toBe(201)

    const ben = await (await browser.newContext()).newPage()
    await ben.route(/googleapis/, (route) => route.abort())
    await ben.goto(`${url}/chat`)
    await ben.getByRole('button', { name: 'Continue with Acme' }).click()
    await signInAt(ben, provider.issuer)
    await ben.waitForURL(`${url}/chat`)
    await expect(ben.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await ben.context().close()

    await page.getByRole('button', { name: 'Add a server' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Far')
    await dialog.getByLabel('Address').fill(far.address)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page
      .getByRole('list', { name: 'MCP servers' })
      .getByRole('listitem', { name: 'Far' })
    await row.getByRole('button', { name: 'Sign in', exact: true }).click()
    await signInAt(page, far.issuer)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL((to) => to.pathname.startsWith(`${base}/settings/`))
    await expect(page.getByText('Signed in to Far')).toBeVisible()
    await expect(row.getByRole('switch', { name: 'Echo' })).toBeVisible()

    const client = new Client({ name: 'program', version: '1.0.0' })
    const requestInit = { headers: { Authorization: `Bearer ${key}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(0)
    await client.close()
    expect(proxy.strayPaths).toEqual([])
  } finally {
    await context.close()
    await server.stop()
    provider.close()
    far.close()
    proxy.stop()
  }
})

async function signInAt(page: Page, issuer: string): Promise<void> {
  await page.waitForURL(`${issuer}/**`)
  await page.getByPlaceholder('Enter any login').fill('ben-1')
  await page.getByPlaceholder('and password').fill('anything')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

async function listCopies(): Promise<string[]> {
  const copies = await caches.open('bozzetto-copies')
  return (await copies.keys()).map(({ url }) => url)
}
