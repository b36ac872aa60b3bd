import { tinyDecoder, tinyEncoder } from '#engine/testing/tiny-triplane.fixture.ts'
import { expect, type Page } from '@playwright/test'
import { StudioPage } from '../pages/studio.ts'

/**
 * Uploads placeholder files for the ONNX model TripoSR, and selects this model to run in the
 * browser.
 */
export async function chooseBrowserNetwork(page: Page): Promise<StudioPage> {
  const files = {
    'triposr_encoder_int8.onnx': tinyEncoder(),
    'triposr_decoder.onnx': tinyDecoder('points', { depth: 0.5, width: 0.4, height: 0.4 }),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const path = `/api/networks/triposr/files/${name}?at=0&total=${bytes.length}`
    const answer = await page.request.put(path, { data: Buffer.from(bytes) })
    expect(answer.ok()).toBe(true)
  }
  const studio = new StudioPage(page)
  await studio.open()
  await studio.chooseSample('Lion')
  await page.getByRole('button', { name: 'Engine', exact: true }).click()
  await page.getByRole('option', { name: /TripoSR/ }).click()
  await page.getByRole('button', { name: 'Network runs on', exact: true }).click()
  await page.getByRole('option', { name: 'This browser' }).click()
  // Without a texture, the server and the viewer do much less work.
  await page.getByRole('switch', { name: 'Texture', exact: true }).click()
  return studio
}

/**
 * Checks that the ONNX model created the 3D model, and that most of its computation ran in `place`.
 */
export async function expectModelFrom(page: Page, studio: StudioPage, place: 'browser' | 'server') {
  await studio.waitForModel()
  const glb = await studio.downloadGlb()
  const json = glb.subarray(20, 20 + glb.readUInt32LE(12)).toString('utf8')
  const { recipe } = JSON.parse(json).asset.extras
  expect(recipe).toMatchObject({ modelId: 'local/triposr', engine: 'TripoSR' })
  expect(recipe.encodedIn).toBe(place === 'browser' ? 'browser' : undefined)
}
