import { createServer } from 'node:http'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { benchLibraryScroll } from './library-scroll.ts'
import { startServerProcess } from '../server-process.ts'
import { largeSchema } from './schema.ts'
import { median, printTable } from '../table.ts'

const rounds = 15
const keys = 60
const modelName = 'Two hundred params'

/**
 * Measures a form of 200 parameters in a browser: the rendering after a model is selected, and each
 * letter typed into a field, including the layout.
 */
export async function benchStudio(): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  await mkdir(path.join(folder, 'models'))
  await writeFile(
    path.join(folder, 'models', 'large.json'),
    JSON.stringify({
      provider: 'gateway',
      model: 'large',
      name: modelName,
      paramSchema: largeSchema(),
    }),
  )
  const gateway = await startEmptyGateway()
  const server = await startServerProcess(folder, 'direct', {
    BOZZETTO_GATEWAY_URL: gateway.url,
    BOZZETTO_GATEWAY_KEY: 'sa-bench',
  })
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(executablePath && { executablePath }),
  })
  try {
    const draws: Awaited<ReturnType<typeof drawForm>>[] = []
    const strokes: number[] = []
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      if (server.cookie) await page.context().addCookies([server.cookie])
      await page.goto(server.url)
      await page.locator('button:has-text("Generate")').waitFor()
      draws.push(await drawForm(page))
      if (round === rounds - 1) strokes.push(...(await typeInto(page)))
      await page.close()
    }
    const figures = {
      form_200_params_ms: tenths(median(draws.map(({ screenMs }) => screenMs))),
      form_200_params_all_ms: tenths(median(draws.map(({ allMs }) => allMs))),
      keystroke_ms: tenths(median(strokes)),
      keystroke_p95_ms: tenths(strokes.toSorted((a, b) => a - b)[Math.floor(keys * 0.95)]),
    }
    printTable([
      ['form of 200 params', 'ms', 'goal'],
      [`the screen is full of fields (median of ${rounds})`, figures.form_200_params_ms, '< 50'],
      ['the last field stands there', figures.form_200_params_all_ms, ''],
      [`a letter typed (median of ${keys})`, figures.keystroke_ms, '< 8'],
      ['the same, 95th percentile', figures.keystroke_p95_ms, ''],
    ])
    return { ...figures, ...(await benchLibraryScroll()) }
  } finally {
    await browser.close()
    await server.stop()
    gateway.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const tenths = (value = Number.NaN): number => Math.round(value * 10) / 10

async function drawForm(page: Page): Promise<{ screenMs: number; allMs: number }> {
  await page.locator('form [data-place="engine"] button').first().click()
  await page.getByRole('option', { name: new RegExp(modelName) }).waitFor()
  return page.evaluate<{ screenMs: number; allMs: number }>(`(async () => {
    const options = [...document.querySelectorAll('[role="option"]')]
    const start = performance.now()
    options.find((option) => option.textContent.includes('${modelName}')).click()
    const until = async (count) => {
      while (document.querySelectorAll('[data-param]').length < count) {
        if (performance.now() - start > 10000) throw new Error('The form does not come.')
        await new Promise((resolve) => setTimeout(resolve))
      }
      ${layOut}
      return performance.now() - start
    }
    return { screenMs: await until(16), allMs: await until(200) }
  })()`)
}

const typeInto = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>(`(async () => {
    const field = document.querySelector('[data-param="param_0"] input')
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
    const times = []
    field.focus()
    for (let length = 1; length <= ${keys}; length++) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const start = performance.now()
      write.call(field, 'x'.repeat(length))
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      // Lets React render the update that it queued for the end of the event.
      await Promise.resolve()
      ${layOut}
      times.push(performance.now() - start)
      if (field.value.length !== length) throw new Error('The letter was not taken.')
    }
    return times
  })()`)

/** Reading the height forces a layout. */
const layOut = 'document.body.getBoundingClientRect().height'

/** Starts a gateway without models, because a file of model descriptions adds the model. */
async function startEmptyGateway(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given.')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}
