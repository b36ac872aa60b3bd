import type { Page, Route } from '@playwright/test'
import { noViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: 'no-preference' },
})
const open = async (page: Page, name: string, buffer: Buffer) => {
  const file = { name, mimeType: 'application/octet-stream', buffer }
  await page.locator('input[type=file]').first().setInputFiles(file)
}
const openTool = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Tools' }).click()
  await page.getByRole('menuitem', { name }).click()
  return page.getByRole('region', { name })
}

function sheetPly(cells: number): Buffer {
  const points: string[] = []
  const faces: string[] = []
  for (let y = 0; y <= cells; y++) {
    for (let x = 0; x <= cells; x++) {
      points.push(`${x / cells} ${y / cells} ${0.05 * Math.sin(x) * Math.cos(y)}`)
      const corner = y * (cells + 1) + x
      const above = corner + cells + 1
      if (x === cells || y === cells) continue
      faces.push(`3 ${corner} ${corner + 1} ${above + 1}`, `3 ${corner} ${above + 1} ${above}`)
    }
  }
  const header = `ply
format ascii 1.0
element vertex ${points.length}
property float x
property float y
property float z
element face ${faces.length}
property list uchar int vertex_indices
end_header`
  return Buffer.from([header, ...points, ...faces, ''].join('\n'))
}

function splats(count: number): Buffer {
  const bytes = Buffer.alloc(count * 32)
  for (let splat = 0; splat < count; splat++) {
    bytes.writeFloatLE(splat, splat * 32)
    for (let axis = 0; axis < 3; axis++) bytes.writeFloatLE(0.3, splat * 32 + 12 + axis * 4)
    bytes.set([255, 128, 0, 230, 255, 128, 128, 128], splat * 32 + 24)
  }
  return bytes
}

test('the viewer on a phone opens files from the disk: a model with Draco compression, then splats', async ({
  page,
}) => {
  await page.goto('/view')
  await open(page, 'sheet.ply', sheetPly(40))
  await expect(page.getByRole('img', { name: /3,200 triangles/ })).toBeVisible()
  const facts = await openTool(page, 'Info and checks')
  await expect(facts.getByText('Valid glTF 2.0')).toBeVisible()
  const stage = page.locator('[data-state=ready]')
  await expect
    .poll(async () => {
      const [model, sheet] = [await stage.boundingBox(), await facts.boundingBox()]
      return model && sheet && sheet.y - (model.y + model.height)
    })
    .toBeGreaterThanOrEqual(-1)

  const lighten = await openTool(page, 'Optimize')
  await lighten.getByText('Draco', { exact: true }).click()
  await lighten.getByRole('button', { name: 'Optimize model' }).click()
  await expect(lighten.getByRole('table')).toContainText('3,200')
  await expect(page.locator('[data-state=ready]')).toBeVisible()
  await lighten.getByRole('button', { name: 'Close' }).click()

  await open(page, 'three.splat', splats(3))
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('img', { name: /3 gaussian splats/ })).toBeVisible()
  await page.getByRole('button', { name: 'Print preparation' }).click()
  const print = page.getByRole('region', { name: 'Print preparation' })
  await expect(print.getByText('have no surface')).toBeVisible()
  await noViolations(page)
})

test('a panel takes its place before its code is loaded', async ({ page }) => {
  const held: Route[] = []
  await page.route(/\/editor-panel-[^/]+\.js$/, (route) => void held.push(route))
  await page.goto('/view')
  await open(page, 'sheet.ply', sheetPly(2))
  const facts = await openTool(page, 'Info and checks')
  const opening = page.getByRole('status', { name: 'Opening' })
  await expect(opening).toBeInViewport({ ratio: 1 })
  await expect(facts).toBeHidden()
  for (const route of held) await route.continue()
  await expect(facts.getByText('Triangles')).toBeVisible()
  await expect(opening).toBeHidden()
})

test('the toolbar shows the words of its tools where they fit on one line', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/view')
  await open(page, 'sheet.ply', sheetPly(2))
  const toolbar = page.getByRole('toolbar', { name: 'View' })
  const word = toolbar.getByText('Measure', { exact: true })
  await expect(word).toBeVisible()
  await page.setViewportSize({ width: 800, height: 800 })
  await expect(word).toBeHidden()
  await expect(toolbar.getByRole('button', { name: 'Measure' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(toolbar.getByText('Print', { exact: true }).last()).toBeVisible()
})
