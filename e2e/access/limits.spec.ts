import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { StudioPage } from '../pages/studio.ts'
import { turnOnAccounts } from '../support/accounts.ts'
import { noViolations } from '../support/axe.ts'
import { expect, plainTest as test } from '../support/fixtures.ts'
import { Server } from '../support/server.ts'

const password = 'correct horse battery'

test('a spending limit shows a warning at 80 %, and refuses requests that would exceed it', async ({
  browser,
}) => {
  const server = await Server.start({ BOZZETTO_PASSWORD: password })
  const context = await browser.newContext({
    baseURL: server.url,
    colorScheme: 'dark',
    viewport: { width: 390, height: 800 },
  })
  try {
    const page = await context.newPage()
    await turnOnAccounts(page, password)

    await page.goto('/settings/limits')
    await page.getByRole('button', { name: 'Add limit' }).click()
    const limit = page.getByRole('dialog', { name: 'Add a limit' })
    await limit.getByLabel('What').click()
    await page.getByRole('option', { name: 'Stored data' }).click()
    await limit.getByLabel('At most').fill('1')
    await limit.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('list', { name: 'Limits' })).toContainText('1 MB a month')

    const studio = new StudioPage(page)
    await studio.open()
    await studio.chooseFile(await picture('first.png'))
    await expect(page.getByRole('button', { name: 'Check cut-out' })).toBeVisible()
    await page.reload()
    await expect(page.getByText('84% of your limit of 1 MB a month is used.')).toBeVisible()
    await noViolations(page)
    await studio.chooseFile(await picture('second.png'))
    await expect(
      page.getByText(/only 155\.\d KB of your limit of 1 MB a month is left/),
    ).toBeVisible()
  } finally {
    await context.close()
    await server.stop()
  }
})

async function picture(name: string) {
  const [width, height, channels] = [540, 520, 3] as const
  const pixels = randomBytes(width * height * channels)
  const buffer = await sharp(pixels, { raw: { width, height, channels } }).png().toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
