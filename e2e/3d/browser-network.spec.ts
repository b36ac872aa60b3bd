import { chooseBrowserNetwork, expectModelFrom } from '../support/browser-network.ts'
import { expect, smallWindow, test } from '../support/fixtures.ts'
import { launchWith } from '../support/launch-options.ts'

// Makes Chromium run WebGPU on the CPU, which is slow but provides the same API.
test.use({
  ...smallWindow,
  launchOptions: launchWith('--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'),
})

test('an ONNX model runs in the browser, and the server builds the 3D model from its output', async ({
  page,
}) => {
  const studio = await chooseBrowserNetwork(page)
  // The encoder and the server are waited for separately, because both are slow without a graphics
  // card.
  const taskRequest = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/tasks'),
    // Only the limit of the test ends this wait.
    { timeout: 0 },
  )
  await studio.generate()
  await taskRequest
  await expectModelFrom(page, studio, 'browser')
  await expect(page.getByText('The server runs the network instead')).toHaveCount(0)
})
