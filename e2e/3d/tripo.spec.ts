import { expect, ownServer, test as base, smallWindow } from '../support/fixtures.ts'
import { noViolations } from '../support/axe.ts'
import { ConnectionsPage } from '../pages/connections.ts'
import { StudioPage } from '../pages/studio.ts'
import { samplePicture } from '../support/samples.ts'
import { started } from '../support/started.ts'
import { tripoTestKey, TripoService } from '../support/tripo-service.ts'

const test = base.extend<{ tripo: TripoService }>({
  tripo: started(() => TripoService.start()),
  server: ownServer('tripo', { BOZZETTO_FETCH_HOSTS: '127.0.0.1' }),
})

test.use(smallWindow)

test('Tripo is connected at one of its two servers, and makes a model from a picture at the shown price', async ({
  page,
  tripo,
}) => {
  const { dialog } = new ConnectionsPage(page)
  await page.goto('/settings?connect=tripo')
  await dialog.getByRole('button', { name: 'Server' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'International (openapi.tripo3d.ai)',
    'China (openapi.tripo3d.com)',
    'Another address',
  ])
  await page.getByRole('option', { name: 'Another address' }).click()
  await dialog.getByLabel('Address').fill(tripo.url)
  await dialog.getByLabel(/^API key/).fill(tripoTestKey)
  await noViolations(page)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog).toContainText('Accepted; 250 credits left.')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog).toContainText('Found 6 models.')

  const studio = new StudioPage(page)
  const choose = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Engine', exact: true }).click()
    await page.getByRole('option', { name }).click()
  }
  await studio.open()
  await choose(/^Tripo image to model/)
  await studio.chooseSample('Teddy bear')
  await choose(/^Tripo views to model/)
  const front = page.getByAltText(/^Front/)
  const bearUrl = (await front.getAttribute('src')) ?? ''
  await page.getByLabel(/^Replace Front/).setInputFiles(samplePicture('lion'))
  await expect(front).not.toHaveAttribute('src', bearUrl)
  await choose(/^Tripo image to model/)
  await expect(page.getByText('lion.webp')).toBeVisible()
  await expect(page.getByText('30 credits').first()).toBeVisible()
  await expect(page.getByText('250 credits left.')).toBeVisible()
  await studio.generate()
  await studio.waitForModel()
  expect(tripo.orders).toMatchObject([
    { path: '/generation/image-to-model', body: { input: 'token-1', model: 'v3.1-20260211' } },
  ])
})
