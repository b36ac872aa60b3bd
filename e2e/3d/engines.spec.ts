import { pointNetwork } from '#engine/testing/tiny-network.fixture.ts'
import { StudioPage } from '../pages/studio.ts'
import { expect, ownServer, test as base, smallWindow } from '../support/fixtures.ts'

const test = base.extend({ server: ownServer('engines') })

test.use(smallWindow)

test('an ONNX model is uploaded as a file, generates the next 3D model, and is deleted', async ({
  page,
}) => {
  await page.goto('/settings/models')
  const row = page.getByRole('listitem', { name: 'MoGe-2 (small)' })
  await expect(row).toContainText(/MIT · 1\d\d MB/)
  const chooser = page.waitForEvent('filechooser')
  await row.getByRole('button', { name: 'More about MoGe-2 (small)' }).click()
  await page.getByRole('menuitem', { name: 'Choose moge-2-vits-normal.onnx' }).click()
  const scene = { sidePx: 70, radius: 1, distance: 5, focal: 2, shift: 0.5 } as const
  await (
    await chooser
  ).setFiles({
    name: 'mine.onnx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(pointNetwork({ ...scene, tokens: 'number' })),
  })
  await expect(row.getByRole('switch', { name: 'Use MoGe-2 (small)' })).toBeChecked()

  const studio = new StudioPage(page)
  await studio.open()
  await studio.chooseSample('Lion')
  await studio.generate()
  await studio.waitForModel()
  await expect(page.getByRole('link', { name: 'GLB' })).toBeVisible()
  await page.goto('/settings/models')
  await expect(row).toContainText(/Took .+ here/)

  await row.getByRole('button', { name: 'More about MoGe-2 (small)' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row.getByRole('button', { name: /^Download / })).toBeVisible()
  await expect(row.getByRole('switch')).toHaveCount(0)
})
