import { openProtected } from '../src/server/mcp-client/oidc-protected.fixture.ts'
import { noViolations } from './support/axe.ts'
import { expect, ownServer, test as base } from './support/fixtures.ts'

/**
 * This server may send requests to the same machine, and the page may open the authorization
 * server.
 */
const test = base.extend({
  server: ownServer('mcp-sign-in', { BOZZETTO_FETCH_HOSTS: '127.0.0.1' }),
  // Playwright reads the dependencies of a fixture from the destructured parameter, so the
  // parameter must exist.
  // oxlint-disable-next-line no-empty-pattern
  strayRequests: async ({}, use) => use([]),
})

test('signing in to an MCP server opens its sign-in page, returns, and makes its tools available', async ({
  page,
}) => {
  const far = await openProtected()
  // The pages of the authorization server request a web font, which tests cannot load.
  await page.route(/googleapis/, (route) => route.abort())
  try {
    await page.goto('/settings/tool-servers')
    await page.getByRole('button', { name: 'Add a server' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Far')
    await dialog.getByLabel('Address').fill(far.address)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page
      .getByRole('list', { name: 'MCP servers' })
      .getByRole('listitem', { name: 'Far' })
    await row.getByRole('button', { name: 'Sign in', exact: true }).click()

    await page.waitForURL(`${far.issuer}/**`)
    await page.getByPlaceholder('Enter any login').fill('anna')
    await page.getByPlaceholder('and password').fill('anything')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.waitForURL((url) => url.pathname === '/settings/tool-servers')
    await expect(page.getByText('Signed in to Far')).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    const echo = row.getByRole('switch', { name: 'Echo' })
    await echo.click()
    await expect(echo).toBeChecked()
    await expect(row.getByRole('button', { name: 'Sign in', exact: true })).toHaveCount(0)
    await noViolations(page)

    await row.getByRole('button', { name: 'More about Far' }).click()
    await page.getByRole('menuitem', { name: 'Sign in again' }).click()
    await page.waitForURL(`${far.issuer}/**`)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByText('You are not signed in')).toBeVisible()
  } finally {
    far.close()
  }
})
