import { readFile } from 'node:fs/promises'
import { noViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { importPyramid } from '../pages/library.ts'
import { StudioPage } from '../pages/studio.ts'
import { makeModel } from '../support/make-model.ts'
import { samplePicture } from '../support/samples.ts'

test.use({
  viewport: { width: 1280, height: 800 },
  contextOptions: { reducedMotion: 'no-preference' },
})

test('a model is imported and shared by a link, and the link is revoked', async ({
  page,
  browser,
}) => {
  await page.goto('/library')
  await importPyramid(page, 'Pyramid.ply')
  const details = page.getByRole('complementary', { name: 'Details of Pyramid' })
  await expect(details.getByRole('heading', { name: 'Pyramid' })).toBeVisible()
  await expect(details).toContainText('Triangles6')

  await details.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('switch', { name: /^May download/ }).click()
  await page.getByLabel('Description for screen readers').fill('A yellow pyramid')
  await page.getByRole('button', { name: 'Create link' }).click()
  const field = page.getByRole('textbox', { name: 'Link' })
  await expect(field).toBeFocused()
  expect(await field.evaluate((input) => input.scrollLeft)).toBe(0)
  const link = await field.inputValue()
  await expect(page.getByRole('switch', { name: /^May download/ })).not.toBeChecked()
  await noViolations(page)

  const stranger = await browser.newPage()
  const answer = await stranger.goto(link)
  expect(answer?.headers()['x-robots-tag']).toContain('noindex')
  await expect(stranger.locator('[data-state="ready"]')).toBeVisible({ timeout: 60_000 })
  await expect(stranger.getByRole('heading', { name: 'Pyramid' })).toBeVisible()
  await expect(stranger.getByRole('application', { name: 'A yellow pyramid' })).toBeVisible()
  await noViolations(stranger)
  await expect(stranger.getByRole('navigation')).toHaveCount(0)
  await expect(stranger.getByRole('link', { name: 'Download' })).toHaveCount(0)
  await expect(stranger.getByRole('button', { name: 'Open with all tools' })).toHaveCount(0)

  await page.getByRole('switch', { name: /^May download/ }).click()
  await expect(page.getByRole('switch', { name: /^May download/ })).toBeChecked()
  await stranger.reload()
  await expect(stranger.getByRole('link', { name: 'Download' })).toBeVisible()
  await stranger.getByRole('button', { name: 'Open with all tools' }).click()
  await expect(stranger.getByRole('button', { name: 'Measure' })).toBeVisible()

  await page.getByRole('button', { name: 'Revoke link' }).click()
  await expect(page.getByText('This model is not shared.')).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByText('Link not found')).toBeVisible()
  await stranger.close()
})

test(
  'a model in the library rotates while the pointer is over it, two models are compared, and a model is generated again',
  { tag: '@full' },
  async ({ page }) => {
    const picture = await readFile(samplePicture('amphora'))
    await makeModel(page.request, { name: 'Amphora.webp', picture })
    await page.goto('/library')
    const cards = page.getByRole('list', { name: 'Models' }).getByRole('link')
    const amphora = cards.filter({ hasText: 'Amphora' }).first()
    await importPyramid(page, 'Tent.ply')
    await expect(page.getByRole('heading', { name: 'Tent' })).toBeVisible()
    await page.getByRole('button', { name: 'Close details' }).click()

    const strip = page.waitForResponse((response) => response.url().endsWith('/turntable'), {
      timeout: 60_000,
    })
    await amphora.hover()
    expect((await strip).status()).toBe(200)
    await expect(amphora.locator('[data-turning]')).toBeVisible()
    await cards.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(cards.nth(1)).toBeFocused()

    await page.getByRole('button', { name: 'Select' }).click()
    await cards.nth(0).click()
    await cards.nth(1).click()
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page).toHaveURL(/\/compare\?assets=\w+,\w+$/)
    await noViolations(page)

    await page.goBack()
    await amphora.click()
    await page.getByRole('button', { name: 'Make a variation' }).click()
    await expect(page).not.toHaveURL(/use=/)
    await new StudioPage(page).waitForModel()
    const { tasks } = (await (await page.request.get('/api/tasks?limit=1')).json()) as {
      tasks: { params: Record<string, unknown> }[]
    }
    expect(tasks[0]?.params).toHaveProperty('model_seed')
  },
)

test('an invalid file of model descriptions is rejected with the line of the error, and a valid file is added, listed and removed', async ({
  page,
}) => {
  await page.goto('/settings/catalogue')
  await page.getByRole('button', { name: 'Add a model' }).click()
  await page.getByRole('button', { name: 'Start from an example' }).click()
  const text = page.getByRole('textbox', { name: 'Model file' })
  const example = await text.inputValue()
  await text.fill(example.replace('"Acme 3D"', '7'))
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Line 4: name must be of type string.')
  await noViolations(page)
  await text.fill(example)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.getByRole('list', { name: 'Model files' }).getByRole('listitem')
  // The server has no gateway, so the list shows why the model cannot be used.
  await expect(row).toContainText('gateway/acme_3d')
  await expect(row).toContainText('is not connected')
  await row.getByRole('button', { name: 'Remove Acme 3D' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row).toHaveCount(0)
})
