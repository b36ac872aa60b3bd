import { expect, test } from '../support/fixtures.ts'

test('an API key is created, shown once, accepted from a client, and refused after it is revoked', async ({
  page,
  request,
}) => {
  await page.goto('/settings/programs')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Editor')
  await page.getByLabel('Requests per minute').fill('1')
  await page.getByRole('button', { name: 'Create' }).click()
  const secret = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(secret).toMatch(/^sa-/)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  const ask = () =>
    request.post('/llm/chat/completions', {
      headers: { Authorization: `Bearer ${secret}` },
      data: { model: 'bozzetto/guide', messages: [{ role: 'user', content: 'Hello' }] },
    })
  expect((await ask()).status()).toBe(200)
  const refused = await ask()
  expect(refused.status()).toBe(429)
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0)
  await page.reload()
  const row = page.getByRole('list', { name: 'Keys in use' }).getByRole('listitem')
  await expect(row).toContainText('Editor')
  await expect(row).toContainText(secret.slice(0, 8))
  await expect(row).toContainText(/used/i)

  await page.getByRole('button', { name: 'More about Editor' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Revoked (1)')).toBeVisible()
  expect((await ask()).status()).toBe(401)
})
