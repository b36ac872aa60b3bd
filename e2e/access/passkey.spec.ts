import { noViolations } from '../support/axe.ts'
import { expect, plainTest as test } from '../support/fixtures.ts'
import { Server } from '../support/server.ts'

const password = 'correct horse battery'

test('a passkey is added in Settings, replaces the password at the sign-in, and is removed', async ({
  browser,
}) => {
  const server = await Server.start({ BOZZETTO_PASSWORD: password })
  // Browsers accept passkeys only for a host name, not for an IP address.
  const context = await browser.newContext({
    baseURL: server.url.replace('127.0.0.1', 'localhost'),
  })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto('/settings/account')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('This laptop')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(passkeys.getByRole('list')).toContainText('This laptop')
    await noViolations(page)

    const presence = (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    // Makes the simulated authenticator ignore the autofill request of the text field, so that only
    // the button's request is confirmed.
    await presence(false)
    const offered = page.waitForResponse('**/api/session/passkey/options')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await offered
    await page.route('**/api/session/passkey/options', async (route) => {
      await presence(true)
      await route.continue()
    })
    const signedIn = page.waitForResponse('**/api/session/passkey')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    expect((await signedIn).status()).toBe(200)
    await page.goto('/settings/account')
    await expect(passkeys.getByRole('list')).toContainText('used')
    await passkeys.getByRole('button', { name: 'Remove This laptop' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(passkeys.getByRole('list')).toHaveCount(0)
  } finally {
    await context.close()
    await server.stop()
  }
})
