import { readFile } from 'node:fs/promises'
import { WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { noViolations } from '../support/axe.ts'
import { expect, test, smallWindow } from '../support/fixtures.ts'

test.use(smallWindow)

const triangle = `ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
element face 4
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
0 0 1
3 0 2 1
3 0 1 3
3 1 2 3
3 0 3 2
`

test('a material is changed, undone and saved with the model', async ({ page }) => {
  await page.goto('/view')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'piece.ply',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(triangle),
    })
  await page.locator('[data-state=ready]').waitFor()
  await page.getByRole('button', { name: 'Materials' }).click()
  const panel = page.getByRole('region', { name: 'Materials' })
  await panel.getByRole('button', { name: /^unpainted/ }).click()
  await panel.getByLabel('Base colour', { exact: true }).fill('#2040c0')
  await panel.getByRole('slider', { name: 'Roughness' }).fill('15')
  await noViolations(page)
  await panel.getByRole('button', { name: 'Apply' }).click()
  await expect(panel.getByRole('status').filter({ hasText: 'changed.' })).toBeVisible()

  await page.getByRole('button', { name: 'Export' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Edited GLB' }).click()
  const bytes = await readFile(await (await saved).path())
  const document = await new WebIO().registerExtensions(ALL_EXTENSIONS).readBinary(bytes)
  const [material] = document.getRoot().listMaterials()
  expect(material?.getRoughnessFactor()).toBeCloseTo(0.15)
  const [red, green, blue] = material?.getBaseColorFactor() ?? []
  expect([red, green, blue].map((value) => value?.toFixed(3))).toEqual(['0.014', '0.051', '0.527'])

  await page.getByRole('button', { name: 'Materials' }).click()
  await panel.getByRole('button', { name: 'Undo' }).click()
  await panel.getByRole('button', { name: /^unpainted/ }).click()
  await expect(panel.getByLabel('Base colour', { exact: true })).not.toHaveValue('#2040c0')

  await panel.getByLabel('Base colour', { exact: true }).fill('#d02020')
  await panel.getByRole('button', { name: 'Save as variant' }).click()
  await panel.getByLabel('Name of the variant').fill('Red')
  await panel.getByRole('button', { name: 'Save variant' }).click()
  await expect(panel.getByRole('radio', { name: 'Show Red' })).toBeChecked()
  await noViolations(page)
  await page.locator('[data-state=ready]').waitFor()
  await panel.getByRole('radio', { name: 'Show Default' }).check()
  await page.getByRole('button', { name: 'Export' }).click()
  const withVariant = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Edited GLB' }).click()
  const variantGlb = await readFile(await (await withVariant).path())
  expect(variantGlb.toString('latin1')).toContain('"variants":[{"name":"Red"}]')

  await page.getByRole('link', { name: 'Library' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Library' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/library$/)
})
