import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { noViolations } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { PictureInput } from '../pages/picture-input.ts'
import { StudioPage } from '../pages/studio.ts'
import { plainPicture } from '../support/pictures.ts'
import { samplePicture } from '../support/samples.ts'

test.use({ viewport: { width: 1200, height: 800 } })
const discOnWhite = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#fff"/><circle cx="200" cy="150" r="100" fill="#c33"/></svg>',
    ),
  )
    .png()
    .toBuffer()

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

test('the cut-out is shown, corrected with the brush, and sent as shown', async ({ page }) => {
  const studio = new StudioPage(page)
  const picture = new PictureInput(page)
  await studio.open()
  await studio.chooseFile(file('disc.png', await discOnWhite()))
  await picture.openCutout()
  // The disc fills 85 % of a square, so its area is π/4 · 0.85².
  await expect.poll(() => picture.opaqueFraction()).toBeCloseTo(0.567, 1)
  const whole = await picture.opaqueFraction()
  await noViolations(page)

  await page.getByText('Erase', { exact: true }).click()
  await picture.draw([0.3, 0.5], [0.7, 0.5])
  await expect.poll(() => picture.opaqueFraction()).toBeLessThan(whole - 0.03)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => picture.opaqueFraction()).toBeCloseTo(whole, 3)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect.poll(() => picture.opaqueFraction()).toBeLessThan(whole - 0.03)

  const brushed = await picture.opaqueFraction()
  await page.getByText('Lasso', { exact: true }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await picture.surround([0.45, 0.6], [0.55, 0.6], [0.5, 0.7])
  await expect.poll(() => picture.opaqueFraction()).toBeLessThan(brushed - 0.003)

  const seen = await picture.opaqueFraction()
  await picture.useCutout()
  const { data, info } = await sharp(await picture.storedPicture())
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(4)
  expect(info.width).toBe(info.height)
  let opaque = 0
  for (let i = 3; i < data.length; i += 4) if (data[i]! > 127) opaque++
  expect(opaque / (info.width * info.height)).toBeCloseTo(seen, 2)
  // The brush has erased the middle of the picture, and the corner is background.
  expect(data[((info.height / 2) | 0) * info.width * 4 + ((info.width / 2) | 0) * 4 + 3]).toBe(0)
  expect(data[3]).toBe(0)

  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/tasks')),
    studio.generate(),
  ])
  const { params } = request.postDataJSON() as { params: { file: { file_token: string } } }
  const sent = await page.request.get(`/api/files/${params.file.file_token}/content`)
  expect((await sent.body()).equals(await picture.storedPicture())).toBe(true)
  await studio.waitForModel()
})

test('the brush works with the keyboard only, and a corrected cut-out can be opened again', async ({
  page,
}) => {
  const studio = new StudioPage(page)
  const picture = new PictureInput(page)
  await studio.open()
  await studio.chooseFile(file('disc.png', await discOnWhite()))
  await picture.openCutout()
  await expect.poll(() => picture.opaqueFraction()).toBeGreaterThan(0.4)
  const whole = await picture.opaqueFraction()
  await picture.brush.focus()
  await page.keyboard.down('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.up('Space')
  await expect.poll(() => picture.opaqueFraction()).toBeLessThan(whole - 0.01)
  const left = await picture.opaqueFraction()
  await picture.useCutout()

  await picture.openCutout()
  await expect.poll(() => picture.opaqueFraction()).toBeCloseTo(left, 3)
  await page.getByRole('button', { name: 'Use original' }).click()
  await expect(page.getByText('disc.png · 400 × 300')).toBeVisible()
})

test('several pictures become one model each, or views of one object', async ({ page }) => {
  const image = {
    type: 'object',
    properties: { file_token: { type: 'string' }, url: { type: 'string' } },
    oneOf: [{ required: ['file_token'] }, { required: ['url'] }],
    'x-ui': { widget: 'image' },
  }
  const empty = { anyOf: [image, { type: 'object', maxProperties: 0 }] }
  const sides = {
    id: 'gateway/sides',
    name: 'Sides',
    provider: 'gateway',
    kind: '3d',
    description: '',
    paramSchema: {
      type: 'object',
      required: ['files'],
      properties: {
        files: {
          type: 'array',
          title: 'Views',
          prefixItems: [image, empty, empty, empty],
          'x-ui': { widget: 'views', slots: ['front', 'left', 'back', 'right'] },
        },
      },
    },
  }
  await page.route('/api/models', async (route) => {
    const response = await route.fetch()
    const { models, problems } = (await response.json()) as { models: object[]; problems: object[] }
    await route.fulfill({ response, json: { models: [...models, sides], problems } })
  })
  const studio = new StudioPage(page)
  const picture = new PictureInput(page)
  await studio.open()
  const files = [
    file('back of it.png', await plainPicture()),
    file('front of it.png', await discOnWhite()),
  ]
  await picture.dropFiles(files)
  await expect(page.getByRole('radio', { name: /^Views of one object/ })).toBeChecked()
  await page.getByRole('radio', { name: /^One model each/ }).check()
  await page.getByRole('button', { name: 'Make 2 models' }).click()
  await expect(picture.dialog).toBeHidden()
  await expect
    .poll(
      async () => {
        const { tasks } = (await (await page.request.get('/api/tasks')).json()) as {
          tasks: { status: string }[]
        }
        return tasks.filter(({ status }) => status === 'completed').length
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(2)

  await page.getByRole('region', { name: 'Engine' }).getByLabel('Engine').click()
  await page.getByRole('option', { name: /^Sides/ }).click()
  await picture.dropFiles(files)
  await expect(page.getByRole('radio', { name: /^Views of one object/ })).toBeChecked()
  await noViolations(page)
  await expect(page.getByLabel('Side of back of it.png')).toHaveText(/Back/)
  await page.getByRole('button', { name: 'Use 2 views' }).click()
  await expect(page.getByRole('img', { name: 'Front', exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Back', exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Left', exact: true })).toBeHidden()

  await studio.dropFile(file('one more.png', await plainPicture()))
  await expect(page.getByRole('img', { name: 'Left', exact: true })).toBeVisible()
})

test('the server fetches a picture from the web, but not from a private network', async ({
  page,
}) => {
  const studio = new StudioPage(page)
  const picture = new PictureInput(page)
  await studio.open()
  await picture.openSource(/web address/)
  await page.getByLabel('Address').fill('http://127.0.0.1/vase.png')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('private network')
  await noViolations(page)

  const stored = await page.request.post('/api/files?name=vase.png', {
    data: await readFile(samplePicture('lion')),
    headers: { 'content-type': 'image/webp' },
  })
  const answer = await stored.json()
  await page.route('/api/pictures', (route) => {
    expect(route.request().postDataJSON()).toEqual({ url: 'https://pictures.example/vase.png' })
    return route.fulfill({ status: 201, json: answer })
  })
  await page.getByLabel('Address').fill('pictures.example/vase.png')
  await page.keyboard.press('Enter')
  await expect(page.getByText('vase.png · 256 × 256')).toBeVisible()
  await page.unroute('/api/pictures')

  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await picture.openSource(/Recent/)
  await picture.dialog.getByRole('button', { name: 'vase.png', exact: true }).click()
  await expect(page.getByText('vase.png · 256 × 256')).toBeVisible()

  await picture.openSource(/Recent/)
  await picture.dialog.getByRole('button', { name: 'Delete vase.png' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('button', { name: 'vase.png', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Remove the picture' })).toHaveCount(0)
})

test('large pictures are scaled down, and pictures in AVIF and HEIC are accepted', async ({
  page,
}) => {
  const studio = new StudioPage(page)
  await studio.open()
  const wide = await sharp({
    create: { width: 6400, height: 200, channels: 3, background: '#369' },
  })
    .png()
    .toBuffer()
  await studio.chooseFile(file('wide.png', wide))
  await expect(page.getByRole('alert')).toContainText('6400 × 200')
  await page.getByRole('button', { name: 'Convert to fit' }).click()
  await expect(page.getByText(/wide\.\w+ · 6000 × 188/)).toBeVisible()

  const avif = await sharp(await discOnWhite())
    .avif()
    .toBuffer()
  await studio.chooseFile({ name: 'disc.avif', mimeType: 'image/avif', buffer: avif })
  await expect(page.getByText('disc.avif · 400 × 300')).toBeVisible()

  // Chromium cannot decode HEIC, so the page loads a decoder.
  const heic = await readFile('src/model-files/pictures/heic/gradient.fixture.heic')
  await studio.chooseFile({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic })
  await expect(page.getByText('IMG_1.jpg · 48 × 32')).toBeVisible()
})
