import { expect, test as base } from '../support/fixtures.ts'
import { pythonBrowser } from '../support/launch-options.ts'
import { createPythonWithWheel, wheelName, type PythonWithWheel } from '../support/python-wheel.ts'
import { started } from '../support/started.ts'

/** Time limit in milliseconds for a run of Python, which starts slowly on a busy machine. */
const patient = { timeout: 150_000 }

const test = base.extend<{ python: PythonWithWheel }>({
  python: started(createPythonWithWheel),
  server: [
    async ({ servers, upstream, python }, use) =>
      use(
        await servers.own('python-packages', {
          BOZZETTO_OPENAI_URL: upstream.url,
          ...python.env,
        }),
      ),
    { scope: 'test', timeout: 120_000 },
  ],
})

test.use(pythonBrowser)

const code = [
  'import importlib.metadata, tinychart',
  'tinychart.bars([3, 1, 2], "chart.png")',
  'importlib.metadata.version("tinychart")',
].join('\n')

test('an admin adds the wheel of a Python package, and the picture that it draws appears in the chat', async ({
  page,
  chat,
  upstream,
  python,
}) => {
  test.slow()
  upstream.text = `Here:\n\n\`\`\`python\n${code}\n\`\`\`\n`
  await chat.askAndWait('Draw a chart')
  const output = page.getByRole('region', { name: 'Output of Python' })
  await chat.answers.getByRole('button', { name: 'Run' }).click()
  await expect(output).toContainText('The package tinychart is not on this server.', patient)

  await page.goto('/settings/server')
  const packages = page.getByRole('region', { name: 'Python packages' })
  const files = packages.locator('input[type="file"]')
  const damaged = Buffer.from(python.wheel)
  damaged[40]! ^= 1
  const file = { name: wheelName, mimeType: 'application/zip' }
  await files.setInputFiles({ ...file, buffer: damaged })
  await expect(packages.getByRole('alert')).toContainText('is damaged or not the original file')
  await expect(packages.getByText('tinychart 1.2')).toHaveCount(0)
  await files.setInputFiles({ ...file, buffer: python.wheel })
  await expect(packages.getByText('tinychart 1.2')).toBeVisible()
  await expect(packages.getByRole('alert')).toHaveCount(0)

  await page.goto('/chat')
  await page.getByRole('link', { name: 'Draw a chart' }).click()
  await chat.answers.getByRole('button', { name: 'Run' }).click()
  await expect(output).toContainText("'1.2'", patient)
  const chart = output.getByRole('img')
  await expect(chart).toBeVisible()
  const sizePx = await chart.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  })
  expect(sizePx).toEqual([60, 30])
})
