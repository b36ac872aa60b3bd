import { openProvider } from '../../src/server/access/oidc/provider.fixture.ts'
import { freePort } from '../../src/server/testing/free-port.ts'
import { noViolations } from '../support/axe.ts'
import { expect, plainTest as test } from '../support/fixtures.ts'
import { Server } from '../support/server.ts'

const password = 'correct horse battery'
const his = 'clay horses at dusk'

test('people sign in with an identity provider or a proxy, and see that admins can read their chats', async ({
  browser,
}) => {
  const port = await freePort()
  const provider = await openProvider(`http://127.0.0.1:${port}/api/session/oidc/callback`)
  provider.people.set('ben-1', { name: 'Ben', email: 'ben@example.com', email_verified: true })
  const server = await Server.start({
    PORT: String(port),
    BOZZETTO_PASSWORD: password,
    BOZZETTO_OIDC_ISSUER: provider.issuer,
    BOZZETTO_OIDC_CLIENT_ID: 'bozzetto',
    BOZZETTO_OIDC_CLIENT_SECRET: 'a secret of ours',
    BOZZETTO_OIDC_NAME: 'Acme',
    BOZZETTO_PROXIES: '127.0.0.1',
    BOZZETTO_PROXY_USER_HEADER: 'Remote-User',
    BOZZETTO_NEW_PEOPLE: 'approve',
  })
  const anna = await browser.newContext({ baseURL: server.url, colorScheme: 'dark' })
  const ben = await browser.newContext({ baseURL: server.url })
  const proxied = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 780 },
    extraHTTPHeaders: { 'Remote-User': 'cleo@example.com' },
  })
  try {
    await anna.request.post('/api/session', { data: { password } })
    const first = { name: 'Anna', email: 'anna@example.com' }
    expect((await anna.request.post('/api/people', { data: first })).status()).toBe(201)

    const page = await ben.newPage()
    await page.route(/googleapis/, (route) => route.abort())
    await page.goto('/chat')
    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    await page.waitForURL(`${provider.issuer}/**`)
    await page.getByPlaceholder('Enter any login').fill('ben-1')
    await page.getByPlaceholder('and password').fill('anything')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await expect(page.getByText('An admin has to approve your account first')).toBeVisible()
    const hers = await proxied.newPage()
    await hers.goto('/chat')
    await expect(hers.getByText('An admin has to approve your account first')).toBeVisible()
    await noViolations(hers)

    const admins = await anna.newPage()
    await admins.goto('/settings/people')
    for (const name of ['Ben', 'cleo@example.com']) {
      await admins.getByRole('button', { name: `More about ${name}` }).click()
      await admins.getByRole('menuitem', { name: 'Approve' }).click()
      await expect(admins.getByText(`${name} can sign in`)).toBeVisible()
    }

    await page.getByRole('button', { name: 'Continue with Acme' }).click()
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill(`What is a bozzetto? ${his}`)
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article', { name: 'You' })).toContainText(his)
    await hers.reload()
    await expect(hers.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await hers.goto('/settings/account')
    await expect(hers.getByText('by the proxy in front of this server')).toBeVisible()
    await proxied.setExtraHTTPHeaders({})
    await hers.reload()
    await expect(hers.getByLabel('Password')).toBeVisible()

    const note = page.getByText('Admins of this server can read your chats')
    await expect(note).toHaveCount(0)
    await admins.getByRole('switch', { name: 'Admins can read everyone’s chats' }).click()
    await expect(note).toBeVisible()
    await noViolations(page)
    // Some browsers delete the storage of a page after a week without a visit.
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(note).toBeVisible()
    await admins.getByRole('button', { name: 'More about Ben' }).click()
    await admins.getByRole('menuitem', { name: 'Read chats' }).click()
    const chats = admins.getByRole('dialog', { name: 'Chats of Ben' })
    await chats.getByRole('list', { name: 'Chats' }).getByRole('button').click()
    await expect(chats).toContainText(his)
    await noViolations(admins)
    await admins.keyboard.press('Escape')
    await admins.goto('/settings/security')
    await expect(admins.getByRole('region', { name: 'Security log' })).toContainText(
      'Admin read someone’s chat',
    )
  } finally {
    for (const context of [anna, ben, proxied]) await context.close()
    await server.stop()
    provider.close()
  }
})
