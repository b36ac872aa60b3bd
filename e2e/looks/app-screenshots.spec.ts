import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { StudioPage } from '../pages/studio.ts'
import { expect, ownChatServer, test as base } from '../support/fixtures.ts'

const test = base.extend({ server: ownChatServer('app-screenshots') })

const folder = fileURLToPath(new URL('../../public/', import.meta.url))

type Screenshot = { src: string; sizes: string; type: string; form_factor: string; label: string }

const readScreenshots = async (): Promise<Screenshot[]> => {
  const manifest = await readFile(`${folder}app.webmanifest`, 'utf8')
  return (JSON.parse(manifest) as { screenshots: Screenshot[] }).screenshots
}

const answer = `Print it **upright**, with the handles pointing to the sides.

| part | setting |
|---|---|
| layer height | 0.16 mm |
| walls | 3 |
| infill | 12 % gyroid |

The overhang below the rim is 38°, so it needs no supports.`

async function openChat(page: Page): Promise<void> {
  await page.goto('/chat')
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill('How should I print a small amphora without supports?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('so it needs no supports')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
}

async function openModel(page: Page): Promise<void> {
  const studio = new StudioPage(page)
  await studio.open()
  await studio.chooseSample('Amphora')
  await studio.generate()
  await studio.waitForModel()
}

const screens = [
  { name: 'chat', open: openChat },
  { name: 'studio', open: openModel },
]
const shapes = [
  { shape: 'narrow', use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } },
  { shape: 'wide', use: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 } },
]

// Browsers show these pictures when they offer to install the app. `--update-snapshots` takes them again.
for (const { shape, use } of shapes) {
  test.describe(shape, () => {
    test.use(use)
    for (const { name, open } of screens) {
      test(`the manifest has a ${shape} screenshot of the ${name}`, async ({ page, upstream }, {
        config,
      }) => {
        const file = `screenshots/${name}-${shape}.webp`
        if (config.updateSnapshots === 'all' || config.updateSnapshots === 'changed') {
          upstream.text = answer
          await open(page)
          await mkdir(`${folder}screenshots`, { recursive: true })
          const picture = await page.screenshot({ animations: 'disabled' })
          await sharp(picture)
            .webp({ quality: 72, effort: 6 })
            .toFile(folder + file)
        }
        const { width, height } = await sharp(folder + file).metadata()
        const scale = use.deviceScaleFactor
        expect([width, height]).toEqual([use.viewport.width * scale, use.viewport.height * scale])
        expect(await readScreenshots()).toContainEqual(
          expect.objectContaining({ src: file, sizes: `${width}x${height}`, form_factor: shape }),
        )
        const served = await page.request.get(`/${file}`)
        expect(served.headers()['content-type']).toBe('image/webp')
      })
    }
  })
}
