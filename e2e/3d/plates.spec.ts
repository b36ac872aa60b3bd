import { readFile } from 'node:fs/promises'
import { noViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { StudioPage } from '../pages/studio.ts'
import { samplePicture } from '../support/samples.ts'

test.use({ viewport: { width: 1440, height: 620 } })

test('a picture becomes a lithophane of the chosen size, and an STL', async ({ page }) => {
  const studio = new StudioPage(page)
  await studio.open()
  await studio.chooseFile({
    name: 'teddy-bear.webp',
    mimeType: 'image/webp',
    buffer: await readFile(samplePicture('teddy-bear')),
  })
  await page.getByRole('button', { name: 'Lithophane or relief' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lithophane or relief' })
  await dialog.getByLabel('Detail').fill('2')
  await dialog.getByLabel('Detail').press('Enter')
  await expect(dialog.getByText('100 × 100 × 4 mm')).toBeVisible()
  await expect(dialog.locator('[data-state=ready]')).toBeVisible()
  await noViolations(page)

  await dialog.getByLabel('Width').fill('80')
  await dialog.getByLabel('Width').press('Enter')
  await dialog.getByText('Holes', { exact: true }).click()
  await expect(dialog.getByLabel('Frame', { exact: true })).toHaveValue('8')
  await expect(dialog.getByText('80 × 80 × 4 mm')).toBeVisible()
  await dialog.getByLabel('Thinnest').fill('5')
  await dialog.getByLabel('Thinnest').press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('above the lowest thickness')
  await expect(dialog.getByRole('button', { name: 'Save in the library' })).toBeDisabled()
  await dialog.getByLabel('Thinnest').fill('1')
  await dialog.getByLabel('Thinnest').press('Enter')
  await dialog.getByText('Show it with a lamp behind').click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save in the library' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save STL' }).click(),
  ])
  const stl = await readFile(await download.path())
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let at = 84; at < stl.length; at += 50) {
    for (let value = 0; value < 9; value++) {
      const mm = stl.readFloatLE(at + 12 + value * 4)
      low[value % 3] = Math.min(low[value % 3]!, mm)
      high[value % 3] = Math.max(high[value % 3]!, mm)
    }
  }
  const [width = 0, depth = 0, height = 0] = high.map((value, axis) => value - low[axis]!)
  expect(width).toBeCloseTo(80, 2)
  expect(depth).toBeCloseTo(4, 2)
  expect(height).toBeCloseTo(80, 2)
})
