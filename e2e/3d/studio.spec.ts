import sharp from 'sharp'
import { validateBytes } from 'gltf-validator'
import { readFile } from 'node:fs/promises'
import { taskListSchema } from '#contract/tasks.ts'
import { expect, test, smallWindow } from '../support/fixtures.ts'
import { hugePng, plainPicture, truncatedPng } from '../support/pictures.ts'
import { StudioPage } from '../pages/studio.ts'
import { samplePicture } from '../support/samples.ts'

test.use(smallWindow)

test('a sample picture becomes a model that is shown and can be downloaded', async ({ page }) => {
  const studio = new StudioPage(page)
  await studio.open()
  await studio.chooseSample('Teddy bear')
  await studio.generate()
  await expect(studio.progress.getByRole('progressbar')).toBeVisible()
  await studio.waitForModel()

  await expect(page.getByText(/^[\d,]+ triangles$/)).toBeVisible()
  await expect.poll(() => studio.drawnFraction()).toBeGreaterThan(0.05)

  const before = await page.locator('canvas').screenshot()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Front' }).click()
  await expect
    .poll(async () => (await page.locator('canvas').screenshot()).equals(before))
    .toBe(false)

  const report = await validateBytes(new Uint8Array(await studio.downloadGlb()))
  expect(report.issues.numErrors).toBe(0)
  expect(report.info.totalTriangleCount).toBeLessThanOrEqual(20_000)
})

test('the model is in the library after a reload and after a restart of the server', async ({
  page,
  server,
}) => {
  const studio = new StudioPage(page)
  await studio.open()
  await studio.chooseSample('Rocket')
  await studio.generate()
  await studio.waitForModel()

  const card = page.getByRole('list', { name: 'Models' }).getByRole('link', { name: /^Rocket/ })
  await page.getByRole('link', { name: 'Library' }).click()
  await expect(card).toHaveCount(1)
  await page.reload()
  await expect(card).toHaveCount(1)

  await server.kill()
  await server.startAgain()
  await page.reload()
  await expect(card).toHaveCount(1)
  const thumbnail = card.getByRole('presentation').or(card.locator('img')).first()
  await expect
    .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100)
})

test('a picture that is dropped onto the page becomes the picture of the studio', async ({
  page,
}) => {
  const studio = new StudioPage(page)
  await studio.open()
  await studio.dropFile({
    name: 'my lion.webp',
    mimeType: 'image/webp',
    buffer: await readFile(samplePicture('lion')),
  })
  await expect(page.getByText('my lion.webp · 256 × 256')).toBeVisible()
})

test('cancelling ends a task at once, and the next task can be started', async ({ page }) => {
  const studio = new StudioPage(page)
  await studio.open()
  await studio.chooseFile({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: await sharp(samplePicture('robot')).resize(2048).png().toBuffer(),
  })
  await expect(page.getByText('large.png · 2048 × 2048')).toBeVisible()
  await studio.generate()
  await expect(studio.progress.getByRole('progressbar')).toBeVisible()
  await studio.progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(studio.progress).toBeHidden({ timeout: 5_000 })
  const { tasks } = taskListSchema.parse(await (await page.request.get('/api/tasks')).json())
  expect(tasks[0]?.status).toBe('cancelled')
  await expect(page.getByRole('button', { name: /^Generate/ })).toBeEnabled()
})

test(
  'after a reload during a generation, the studio finds the task and shows its model',
  { tag: '@full' },
  async ({ page }) => {
    const studio = new StudioPage(page)
    await studio.open()
    await studio.chooseFile({
      name: 'large-robot.png',
      mimeType: 'image/png',
      buffer: await sharp(samplePicture('robot')).resize(2048).png().toBuffer(),
    })
    await expect(page.getByText('large-robot.png · 2048 × 2048')).toBeVisible()
    await studio.generate()
    await expect(studio.progress.getByRole('progressbar')).toBeVisible()
    await page.reload()
    await expect(studio.progress.getByRole('progressbar')).toBeVisible()
    await studio.waitForModel()
    await expect(page.getByRole('heading', { name: /large-robot/ })).toBeVisible()
  },
)

const badFiles = [
  {
    title: 'text in the clothes of a picture',
    file: () => ({ name: 'a.png', buffer: Buffer.from('Dear diary, this is no picture.') }),
    says: /PNG, JPEG or WebP|not a picture|text/i,
  },
  {
    title: 'an empty file',
    file: () => ({ name: 'b.png', buffer: Buffer.alloc(0) }),
    says: /empty/i,
  },
  {
    title: 'a PNG that ends too early',
    file: async () => ({ name: 'c.png', buffer: await truncatedPng() }),
    says: /damaged|incomplete|cut|early|broken|read/i,
  },
  {
    title: 'a PNG of 30,000 × 30,000 pixels',
    file: () => ({ name: 'd.png', buffer: hugePng(30_000) }),
    says: /30,?000|6,?000/,
  },
]

test('an invalid file shows a message, and the former picture remains', async ({ page }) => {
  const studio = new StudioPage(page)
  const said = page.getByRole('region', { name: 'Picture' }).getByRole('alert')
  await studio.open()
  for (const { title, file, says } of badFiles) {
    await test.step(title, async () => {
      const good = await plainPicture()
      await studio.chooseFile({ name: 'good.png', mimeType: 'image/png', buffer: good })
      await expect(page.getByText('good.png · 300 × 200')).toBeVisible()
      await expect(said, `before ${title}`).toHaveCount(0)
      await studio.chooseFile({ mimeType: 'image/png', ...(await file()) })
      await expect(said, title).toContainText(says)
      await expect(page.getByText('good.png · 300 × 200'), `after ${title}`).toBeVisible()
    })
  }
})

test(
  'a change of the depth is shown in the viewer, and “Make with this depth” generates the model with this depth',
  { tag: '@full' },
  async ({ page }) => {
    const studio = new StudioPage(page)
    await studio.open()
    await studio.chooseSample('Teddy bear')
    await studio.generate()
    await studio.waitForModel()
    await page.getByRole('button', { name: 'Change depth' }).click()
    const control = page.getByRole('region', { name: 'Depth' })
    const use = control.getByRole('button', { name: 'Make with this depth' })
    await expect(use).toBeDisabled()
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Right' }).click()
    const fraction = await studio.drawnFraction()
    await control.getByRole('slider', { name: 'Depth' }).press('Home')
    await expect.poll(() => studio.drawnFraction()).toBeLessThan(fraction / 2)

    await control.getByRole('slider', { name: 'Depth' }).fill('400')
    const said = await control.getByRole('slider', { name: 'Depth' }).getAttribute('aria-valuetext')
    const wanted = Number.parseFloat(said ?? '')
    await use.click()
    await expect(control).toBeHidden()
    await studio.waitForModel()
    await page.getByText('More options').click()
    await expect(page.getByRole('spinbutton', { name: /^How deep/ })).toHaveValue(String(wanted))
    await expect(page.getByRole('button', { name: 'Change depth' })).toBeVisible()
    const described = page.getByLabel(/^3D model: Teddy bear/)
    const [width, height, depth] = /([\d.]+) × ([\d.]+) × ([\d.]+) metres/
      .exec((await described.getAttribute('aria-label')) ?? '')!
      .slice(1)
      .map(Number)
    expect(depth! / Math.max(width!, height!)).toBeCloseTo(wanted, 1)
  },
)
