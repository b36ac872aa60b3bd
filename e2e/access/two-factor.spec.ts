import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Authenticator } from '../support/authenticator.ts'
import { noViolations } from '../support/axe.ts'
import { expect, plainTest as test } from '../support/fixtures.ts'
import { Server } from '../support/server.ts'

const password = 'correct horse battery'

async function showPassword(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.goto('/settings/account')
}

test('two-factor authentication is turned on, required at the sign-in, replaced by a recovery code, and turned off', async ({
  browser,
}) => {
  // This test has a separate server, because a server accepts each code only once in 30 seconds.
  const server = await Server.start({ BOZZETTO_PASSWORD: password })
  const context = await browser.newContext({
    baseURL: server.url,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource')) {
      problems.push(message.text())
    }
  })
  try {
    await page.goto('/settings/account')
    await showPassword(page)
    const card = page.getByRole('region', { name: 'Two-factor authentication' })
    await card.getByRole('button', { name: 'Set up' }).click()

    const setup = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
    const picture = setup.getByRole('img', { name: 'QR code with the key' })
    await expect(picture).toBeVisible()
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await noViolations(page)
    const app = new Authenticator(await setup.getByRole('textbox', { name: 'Key' }).inputValue())
    const field = setup.getByLabel('6-digit code')
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    await field.fill(app.wrong())
    await page.keyboard.press('Enter')
    await expect(setup.getByRole('alert')).toContainText('wrong or has expired')
    const code = await app.next()
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `${code.slice(0, 3)} ${code.slice(3)}`,
    )
    await field.fill('')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(field).toHaveValue(code)
    await setup.getByRole('button', { name: 'Turn on' }).click()

    const saving = page.getByRole('dialog', { name: 'Save your recovery codes' })
    const items = saving.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(items).toHaveCount(10)
    const codes = await items.allTextContents()
    await noViolations(page)
    await saving.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
    const downloading = page.waitForEvent('download')
    await saving.getByRole('button', { name: 'Download' }).click()
    const file = await (await downloading).path()
    expect(await readFile(file, 'utf8')).toContain(codes.join('\n'))
    await saving.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect(saving).toBeHidden()
    await expect(card).toContainText('10 recovery codes left')
    await noViolations(page)

    await signOut(page)
    expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(
      codes[0],
    )
    await showPassword(page)
    const asking = page.getByRole('dialog', { name: 'Enter your code' })
    await expect(asking.getByLabel('6-digit code')).toBeFocused()
    expect((await context.request.get('/api/sessions')).status()).toBe(401)
    await noViolations(page)
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    // On a slow machine, the code may have expired instead.
    await expect(asking.getByRole('alert')).toContainText(/already been used|has expired/)
    await page.keyboard.type(await app.next())
    await page.keyboard.press('Enter')
    await expect(card).toContainText('10 recovery codes left')

    let isConfirmed = false
    await page.route('**/api/keys', (route) => {
      if (isConfirmed || route.request().method() !== 'POST') return route.fallback()
      isConfirmed = true
      const json = { code: 'confirmation_needed', message: 'Confirm that it’s you to do this.' }
      return route.fulfill({ status: 403, json })
    })
    await page.goto('/settings/programs')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Laptop')
    await page.getByRole('button', { name: 'Create' }).click()
    const confirming = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await confirming.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await expect(confirming.getByLabel('6-digit code')).toBeFocused()
    await noViolations(page)
    await page.keyboard.type(await app.next())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()

    await page.setViewportSize({ width: 390, height: 780 })
    await signOut(page)
    await showPassword(page)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    const recovery = page.getByRole('dialog', { name: 'Enter a recovery code' })
    await expect(recovery.getByLabel('Recovery code')).toBeFocused()
    await noViolations(page)
    await page.keyboard.type(codes[0]!.toUpperCase())
    await page.keyboard.press('Enter')
    await expect(card).toContainText('9 recovery codes left')

    await card.getByRole('button', { name: 'Turn off' }).click()
    const off = page.getByRole('dialog', { name: 'Turn off two-factor authentication?' })
    await off.getByLabel('Password').fill(password)
    await off.getByLabel('6-digit code').fill(app.wrong())
    await off.getByRole('button', { name: 'Turn off' }).click()
    await expect(off.getByRole('alert')).toContainText('wrong or has expired')
    await noViolations(page)
    await off.getByRole('button', { name: 'Use a recovery code' }).click()
    await off.getByLabel('Recovery code').fill(codes[1]!)
    await off.getByRole('button', { name: 'Turn off' }).click()
    await expect(card.getByRole('button', { name: 'Set up' })).toBeVisible()
    await signOut(page)
    await showPassword(page)
    await expect(card.getByRole('button', { name: 'Set up' })).toBeVisible()

    expect(problems).toEqual([])
    for (const secret of [password, ...codes]) expect(server.output).not.toContain(secret)
  } finally {
    await context.close()
    await server.stop()
  }
})
