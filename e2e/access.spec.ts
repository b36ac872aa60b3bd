import { noViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { Server } from './server.ts'

const password = 'correct horse battery'

test('a server with a password lets its owner in, keeps drafts, and shows who else is in', async ({
  browser,
}) => {
  // It starts a server of its own, beside the one that all tests share.
  test.setTimeout(120_000)
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
    // Nothing was asked for that would have been refused.
    expect(refused).toEqual([])
    await noViolations(page)

    await page.keyboard.type('a wrong password')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('not the password')
    await page.keyboard.press('Escape')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    const box = page.getByRole('textbox', { name: 'Message' })
    await expect(box).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/chat')
    expect(await page.evaluate(() => document.cookie)).toBe('')

    // Signed out from elsewhere in the middle of a sentence.
    await box.fill('What is a bozzetto?')
    const other = await browser.newContext({ baseURL: server.url })
    await other.request.post('/api/session', { data: { password } })
    expect((await other.request.delete('/api/sessions')).status()).toBe(204)
    await box.press('Enter')
    await expect(field).toBeVisible()
    await page.setViewportSize({ width: 390, height: 780 })
    await expect(field).toBeInViewport()
    await field.fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(field).toBeHidden()
    // The question waited, and was sent once.
    const talk = page.getByRole('log', { name: 'Messages' })
    await expect(talk.getByRole('article', { name: 'You' })).toHaveText(/What is a bozzetto\?/)
    await expect(talk.getByRole('article', { name: 'Answer from Guide' })).toHaveCount(1)

    await page.goto('/settings')
    const list = page.getByRole('list', { name: 'Signed-in browsers' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list.getByRole('listitem').filter({ hasText: 'This one' })).toContainText('Chrome')
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
})
