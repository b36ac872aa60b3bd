import { draco, ktx2, meshopt } from '../../src/model-files/glb/packed-glbs.fixture.ts'
import { makeStepBox } from '../../src/model-files/import/cad/step-box.fixture.ts'
import { expect, test, smallWindow } from '../support/fixtures.ts'

test.use(smallWindow)

// Only the built page has the content security policy that forbids creating code from strings, as
// some decoders do.
test('models with Draco, Meshopt or KTX2 compression open under the page’s content security policy, and the worker for KTX2, which may use eval, has no network access', async ({
  page,
  server,
}) => {
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  for (const [name, bytes] of [
    ['Draco', draco],
    ['Meshopt', meshopt],
    ['KTX2', ktx2],
  ] as const) {
    await test.step(name, async () => {
      await page.goto('/view')
      const buffer = Buffer.from(bytes)
      const file = { name: `${name}.glb`, mimeType: 'model/gltf-binary', buffer }
      await page.locator('input[type=file]').first().setInputFiles(file)
      await expect(page.locator('[data-state=ready]'), name).toBeVisible()
      await expect(page.getByText('Seen from the front right'), name).toBeAttached()
    })
  }
  const transcoder = workers.find((url) => url.includes('ktx2-worker'))
  const response = await page.request.get(transcoder ?? server.url)
  expect(response.headers()['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'",
  )
})

test('a STEP file opens under the page’s content security policy, and the worker that reads it, which may use eval, has no network access', async ({
  page,
  server,
}) => {
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await page.goto('/view')
  const buffer = Buffer.from(makeStepBox([10, 20, 30]))
  const file = { name: 'box.step', mimeType: 'model/step', buffer }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await expect(page.locator('[data-state=ready]')).toBeVisible()
  await expect(page.getByText(/^12 triangles, /)).toBeVisible()
  const reader = workers.find((url) => url.includes('cad-worker'))
  const response = await page.request.get(reader ?? server.url)
  expect(response.headers()['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'",
  )
})

test('a model without UVs gets a layout without overlap under the page’s content security policy, and the worker that makes UVs has no network access', async ({
  page,
  server,
}) => {
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await page.goto('/view')
  const buffer = Buffer.from(makeStepBox([10, 20, 30]))
  const file = { name: 'box.step', mimeType: 'model/step', buffer }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await expect(page.locator('[data-state=ready]')).toBeVisible()
  await page.getByRole('button', { name: 'Materials' }).click()
  await page.getByRole('button', { name: 'UV layout' }).click()
  await expect(page.getByText('12 triangles without UVs cannot show a texture.')).toBeVisible()
  await page.getByRole('button', { name: 'Make UVs' }).click()
  await expect(page.getByText('0% of the used area')).toBeVisible()
  const layout = page.getByRole('figure', { name: /^UV layout of .*, 6 islands$/ })
  await expect(layout).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByRole('button', { name: 'Make UVs' })).toBeVisible()
  const unwrapper = workers.find((url) => url.includes('unwrap-worker'))
  const response = await page.request.get(unwrapper ?? server.url)
  expect(response.headers()['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'",
  )
})
