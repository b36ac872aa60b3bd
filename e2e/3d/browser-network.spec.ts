import { testChromiumArguments } from '#bench/chromium-arguments.ts'
import { chooseBrowserNetwork, expectModelFrom } from '../support/browser-network.ts'
import { expect, test } from '../support/fixtures.ts'

const executablePath = process.env['BOZZETTO_CHROMIUM']

// WebGPU without a graphics card: slow, but the same calls.
test.use({
  launchOptions: {
    args: [...testChromiumArguments, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'],
    ...(executablePath && { executablePath }),
  },
})

test('a network runs in the browser, and the server makes the model of it', async ({ page }) => {
  test.setTimeout(120_000)
  const studio = await chooseBrowserNetwork(page)
  await studio.generate()
  await expectModelFrom(page, studio, 'browser')
  await expect(page.getByText('The server runs the network instead')).toHaveCount(0)
})
