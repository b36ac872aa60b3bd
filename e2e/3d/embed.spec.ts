import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { draco } from '../../src/model-files/glb/packed-glbs.fixture.ts'
import { importPyramid } from '../pages/library.ts'
import { expect, plainTest as test, smallWindow } from '../support/fixtures.ts'
import { Server } from '../support/server.ts'

test.use(smallWindow)

test('only the sites that the owner lists can embed a shared model, and the viewer loads files only from these sites', async ({
  browser,
}) => {
  const [named, unnamed] = await Promise.all([startSite(), startSite()])
  const server = await Server.start({
    BOZZETTO_EMBED_ORIGINS: named.origin,
    BOZZETTO_VIEW_ORIGINS: named.origin,
  })
  const context = await browser.newContext()
  if (server.cookie) await context.addCookies([server.cookie])
  const page = await context.newPage()
  try {
    await page.goto(`${server.url}/library`)
    await importPyramid(page, 'Pyramid.ply')
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('tab', { name: 'Embed' }).click()
    const code = await page.getByRole('textbox', { name: 'Embed code' }).inputValue()
    expect(code).toContain('title="Pyramid"')
    const element = await page.getByRole('textbox', { name: 'Web component' }).inputValue()

    await page.goto(`${named.origin}/?frame=${encodeURIComponent(code)}`)
    const frame = page.frameLocator('iframe')
    await expect(frame.locator('[data-state=ready]')).toBeVisible()
    await expect(frame.getByRole('heading', { name: 'Pyramid' })).toBeVisible()
    await expect(frame.getByRole('navigation')).toHaveCount(0)
    const tools = frame.getByRole('toolbar', { name: 'View' }).getByRole('button')
    await expect(tools).toHaveCount(3)
    await frame.getByRole('button', { name: 'Reset the view' }).click()
    await page.goto(`${named.origin}/?frame=${encodeURIComponent(element)}`)
    await expect(frame.locator('[data-state=ready]')).toBeVisible()
    expect((await page.request.get(`${server.url}/embed.js`)).headers()).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
    })
    await page.goto(`${unnamed.origin}/?frame=${encodeURIComponent(code)}`)
    await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error:')
    for (const place of ['/', '/chat', '/view', `/share/chat/${'a'.repeat(32)}`]) {
      const headers = (await page.request.get(server.url + place)).headers()
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-frame-options']).toBe('DENY')
    }

    await page.goto(`${server.url}/view?url=${named.origin}/bear.glb`)
    await expect(page.locator('[data-state=ready]')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'bear' })).toBeVisible()
    await page.goto(`${server.url}/view?url=${unnamed.origin}/bear.glb`)
    await expect(page.getByRole('alert')).toContainText(`BOZZETTO_VIEW_ORIGINS=${unnamed.origin}`)
  } finally {
    await context.close()
    await server.stop()
    for (const site of [named, unnamed]) site.stop()
  }
})

/**
 * Starts a site that responds with the HTML in the request's URL, and with a model that other sites
 * may load.
 */
async function startSite() {
  const site = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    if (pathname === '/bear.glb') {
      response.setHeader('Access-Control-Allow-Origin', '*')
      return void response.end(Buffer.from(draco))
    }
    response.setHeader('Content-Type', 'text/html')
    response.end(searchParams.get('frame'))
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  return {
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    stop: () => site.close().closeAllConnections(),
  }
}
