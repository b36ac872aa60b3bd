import type { Page } from '@playwright/test'

/**
 * Signs in to a server with a password and turns on accounts in Settings. The signed-in person
 * becomes Anna, the first admin.
 */
export async function turnOnAccounts(page: Page, password: string): Promise<void> {
  await page.goto('/settings/people')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Turn on accounts' }).click()
  await page.getByLabel('Your name').fill('Anna')
  await page.getByLabel('Your email').fill('anna@example.com')
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
}
