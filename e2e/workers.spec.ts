import { strToU8, zipSync } from 'fflate'
import type { Page } from '@playwright/test'
import { boxFbx } from '../src/model-files/import/fbx/fbx.fixture.ts'
import { spzBytes } from '../src/model-files/splats/splats.fixture.ts'
import { expect, test, smallWindow } from './support/fixtures.ts'

test.use(smallWindow)

// This test is slow, because it starts nine workers that each load their code.
const open = async (page: Page, name: string, bytes: Uint8Array) => {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
  await page.locator('input[type=file]').first().setInputFiles(file)
}
const isShown = (page: Page, name: RegExp) => expect(page.getByRole('img', { name })).toBeVisible()
const openPanel = async (page: Page, name: string) => {
  // A tool of the toolbar. A panel may have a button of the same name, which leads to another panel.
  const tools = page.locator('[aria-pressed]')
  await page.getByRole('button', { name, exact: true }).and(tools).click()
  return page.getByRole('region', { name })
}

const spot = {
  at: [0, 0, 0],
  scale: [1, 1, 1],
  color: [1, 0, 0],
  opacity: 1,
  turn: [0, 0, 0, 1],
} as const

// Uses the built page, because a content security policy can fail for one worker only, or only
// outside development.
test('file readers and tools run in workers under the content security policy of the built page', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text())
  })
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await page.goto('/view')

  await open(page, 'crate.fbx', strToU8(boxFbx()))
  await isShown(page, /crate\. 12 triangles, 1 × 2 × 3 metres/)
  await open(page, 'sheet.usdz', zipSync({ 'model.usda': strToU8(usda) }, { level: 0 }))
  await isShown(page, /sheet\. 2 triangles/)
  await open(page, 'spot.spz', spzBytes([spot, { ...spot, at: [3, 0, 0] }], 4))
  await isShown(page, /spot\. 2 gaussian splats/)
  await open(page, 'packed.zip', zipSync({ 'a/octa.obj': strToU8(octahedron) }))
  await isShown(page, /8 triangles/)
  await open(page, 'solid.stl', strToU8(stl))
  await isShown(page, /solid\. 8 triangles/)

  const look = await openPanel(page, 'Lighting and view')
  await look
    .getByLabel('Custom HDRI')
    .setInputFiles({ name: 'red.hdr', mimeType: 'image/vnd.radiance', buffer: panorama() })
  await expect(look.getByText('red.hdr')).toBeVisible()
  await expect.poll(() => workers.some((url) => url.includes('panorama-worker'))).toBe(true)
  const measuring = await openPanel(page, 'Measure')
  await page.getByRole('application').click()
  await expect(measuring.getByText('Click a second point.')).toBeVisible()
  const facts = await openPanel(page, 'Info and checks')
  await expect(facts.getByText('Valid glTF 2.0')).toBeVisible()
  const saving = page.waitForEvent('download')
  const exporting = await openPanel(page, 'Export')
  await exporting.getByRole('button', { name: 'Save 3MF' }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.3mf$/)
  const print = await openPanel(page, 'Print preparation')
  await print.locator('summary', { hasText: 'Hollow' }).click()
  await print.getByRole('button', { name: 'Hollow' }).click()
  await expect(print.getByRole('status').first()).toContainText(/hollow/i, { timeout: 90_000 })
  const lighten = await openPanel(page, 'Optimize')
  await lighten.getByRole('button', { name: 'Optimize model' }).click()
  await expect(lighten.getByRole('table')).toBeVisible()

  const names = new Set(workers.map((url) => /([a-z0-9-]+-worker)/.exec(url)?.[1]))
  expect([...names]).toEqual(
    expect.arrayContaining([
      'convert-worker',
      'import-worker',
      'optimize-worker',
      'panorama-worker',
      'prep-worker',
      'report-worker',
      'scene-worker',
      'splat-worker',
      'unzip-worker',
    ]),
  )
  expect(refused).toEqual([])
})

const corners = ['20 0 0', '-20 0 0', '0 20 0', '0 -20 0', '0 0 20', '0 0 -20']
const faces = [0, 1].flatMap((x) =>
  [2, 3].flatMap((y) => [4, 5].map((z) => ((x + y + z) % 2 === 0 ? [x, y, z] : [y, x, z]))),
)
const octahedron = [
  ...corners.map((corner) => `v ${corner}`),
  ...faces.map((face) => `f ${face.map((corner) => corner + 1).join(' ')}`),
  '',
].join('\n')
const stl = `solid octahedron\n${faces
  .map((face) => {
    const loop = face.map((corner) => `vertex ${corners[corner]}`).join('\n')
    return `facet normal 0 0 0\nouter loop\n${loop}\nendloop\nendfacet\n`
  })
  .join('')}endsolid octahedron\n`
const usda = `#usda 1.0
(
    defaultPrim = "Model"
    metersPerUnit = 1
    upAxis = "Y"
)
def Xform "Model"
{
    def Mesh "Sheet"
    {
        int[] faceVertexCounts = [3, 3]
        int[] faceVertexIndices = [0, 1, 2, 0, 2, 3]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    }
}
`

function panorama(): Buffer {
  const header = '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 64 +X 128\n'
  const reds = new Uint8Array(128 * 64 * 4).map((_, at) => [255, 4, 4, 128][at % 4] ?? 0)
  return Buffer.concat([Buffer.from(header), reds])
}
