import { chooseBrowserNetwork, expectModelFrom } from '../support/browser-network.ts'
import { expect, test, smallWindow } from '../support/fixtures.ts'

test.use(smallWindow)

test('without WebGPU the browser shows the reason, and the server runs the ONNX model instead', async ({
  page,
}) => {
  const studio = await chooseBrowserNetwork(page)
  await studio.generate()
  await expect(page.getByText('The server runs the network instead')).toBeVisible()
  await expect(page.getByText(/could not run the network: .*WebGPU/)).toBeVisible()
  await expectModelFrom(page, studio, 'server')
})
