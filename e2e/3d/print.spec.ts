import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { noViolations } from '../support/axe.ts'
import { expect, test, smallWindow } from '../support/fixtures.ts'

test.use(smallWindow)

/** Creates a closed box of 40 × 40 × 40 mm as a PLY file, red below and blue above. */
function boxPly(): Buffer {
  const points = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
    const [x, y, z] = [corner & 1, (corner >> 1) & 1, corner >> 2]
    return `${x * 0.04} ${y * 0.04} ${z * 0.04} ${y ? '20 40 200' : '220 30 30'}`
  })
  const faces = ['0 2 3 1', '4 5 7 6', '0 1 5 4', '2 6 7 3', '0 4 6 2', '1 3 7 5'].map(
    (corners) => `4 ${corners}`,
  )
  const header = `ply
format ascii 1.0
element vertex 8
property float x
property float y
property float z
property uchar red
property uchar green
property uchar blue
element face 6
property list uchar int vertex_indices
end_header`
  return Buffer.from([header, ...points, ...faces, ''].join('\n'))
}

test('a model gets two filaments, a plate with a name and a ring, and opens in a slicer', async ({
  page,
  playwright,
}) => {
  await page.goto('/view')
  const file = { name: 'box.ply', mimeType: 'application/octet-stream', buffer: boxPly() }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.locator('[data-state=ready]').waitFor()
  await page.getByRole('button', { name: 'Print preparation' }).click()
  const panel = page.getByRole('region', { name: 'Print preparation' })

  await panel.getByText('Colours', { exact: true }).click()
  await panel
    .getByRole('spinbutton', { name: 'Filaments' })
    .or(panel.getByRole('textbox', { name: 'Filaments' }))
    .fill('2')
  await panel.getByRole('button', { name: 'Preview' }).click()
  const filaments = panel.getByRole('list', { name: 'Filaments' })
  await expect(filaments.getByRole('listitem')).toHaveCount(2)
  await filaments.getByLabel('Colour of filament 1').fill('#ff8800')
  await noViolations(page)
  await panel.getByRole('button', { name: 'Use these colours' }).click()
  await expect(panel.getByText('Reduced to 2 colours.')).toBeVisible()

  await panel.getByText('Pedestal', { exact: true }).click()
  await panel.getByLabel('Raised text').fill('Ada 你好')
  await panel.getByRole('button', { name: 'Add pedestal' }).click()
  await expect(panel.getByText('Added a pedestal with text.')).toBeVisible()
  await panel.getByText('Key ring', { exact: true }).click()
  await panel.getByRole('button', { name: 'Add ring' }).click()
  await expect(panel.getByText('Added a ring.')).toBeVisible()

  const saved = page.waitForEvent('download')
  await panel.getByRole('button', { name: '3MF' }).click()
  const bytes = await readFile(await (await saved).path())
  const model = strFromU8(unzipSync(bytes)['3D/3dmodel.model']!)
  expect(model).toContain('color="#FF8800"')
  // The four colours belong to two filaments, the plate with its ring, and the text.
  const painted = new Set(model.match(/paint_color="[^"]*"/g))
  expect([...painted].toSorted()).toEqual([
    'paint_color="0C"',
    'paint_color="1C"',
    'paint_color="4"',
    'paint_color="8"',
  ])

  await panel.getByRole('button', { name: 'Open in slicer' }).click()
  await page.getByRole('menuitemradio', { name: 'OrcaSlicer' }).click()
  const link = panel.getByRole('link', { name: 'Open', exact: true })
  const address = new URL((await link.getAttribute('href')) ?? '').searchParams.get('file') ?? ''
  const slicer = await playwright.request.newContext()
  expect((await slicer.head(address)).headers()['content-length']).toBe(String(bytes.byteLength))
  // The ZIP file contains the time of its creation, so compare the unpacked files.
  const opened = unzipSync(await (await slicer.get(address)).body())
  expect(strFromU8(opened['3D/3dmodel.model']!)).toBe(model)
  expect((await slicer.get(address)).status()).toBe(404)
  await slicer.dispose()
})
