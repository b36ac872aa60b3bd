import type { Page } from '@playwright/test'

/** Signs in to a server that has a password, on Settings, and turns accounts on: Anna is the first admin. */
export async function turnOnAccounts(page: Page, password: string): Promise<void> {
  await page.goto('/settings')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Turn on accounts' }).click()
  await page.getByLabel('Your name').fill('Anna')
  await page.getByLabel('Your email').fill('anna@example.com')
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
}
