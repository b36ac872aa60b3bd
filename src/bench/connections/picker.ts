import { chromium, type Browser, type Page } from 'playwright'
import { chromiumArguments } from '../chromium-arguments.ts'
import type { ServerProcess } from '../server-process.ts'
import { median, printTable } from '../table.ts'

const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'
const rounds = isQuick ? 5 : 15
/**
 * Milliseconds within which the list's code is loaded. Loading starts when the pointer is over the
 * button.
 */
const codeMs = 1_000
/**
 * Text that is typed letter by letter. Each letter reduces the number of matching models, down to
 * one.
 */
const typed = 'model 1234'

/**
 * Measures lists of thousands of models in a browser: from the click to the complete list, and for
 * each typed letter. Covers the chat's list of models and the dialog that compares models.
 */
export async function measurePicker(server: ServerProcess, modelCount: number) {
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  const browser = await chromium.launch({
    args: [...chromiumArguments],
    ...(executablePath && { executablePath }),
  })
  try {
    const picker = await measure(browser, server, {
      prepare: async (page) => {
        const button = page.getByRole('button', { name: /^Model: / })
        await button.hover()
      },
      open: `document.querySelector('button[aria-label^="Model: "]')`,
      row: '[role="option"]',
    })
    const compare = await measure(browser, server, {
      prepare: async (page) => {
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('menuitem', { name: /^Compare/ }).waitFor()
      },
      open: `Array.from(document.querySelectorAll('[role="menuitem"]')).find((item) => item.textContent.startsWith('Compare'))`,
      row: '[role="dialog"] li',
    })
    const figures = {
      picker_3000_models_ms: tenths(median(picker.opened)),
      picker_keystroke_ms: tenths(median(picker.strokes)),
      compare_3000_models_ms: tenths(median(compare.opened)),
      compare_keystroke_ms: tenths(median(compare.strokes)),
    }
    printTable([
      [`list of ${modelCount.toLocaleString('en')} models`, 'ms', 'goal'],
      [`the picker is open (median of ${rounds})`, figures.picker_3000_models_ms, '≤ 50'],
      ['a letter typed into it', figures.picker_keystroke_ms, '≤ 8'],
      ['the dialog that compares is open', figures.compare_3000_models_ms, '≤ 50'],
      ['a letter typed into it', figures.compare_keystroke_ms, '≤ 8'],
    ])
    return figures
  } finally {
    await browser.close()
  }
}

type List = {
  prepare: (page: Page) => Promise<void>
  open: string
  row: string
}

async function measure(browser: Browser, server: ServerProcess, list: List) {
  const opened: number[] = []
  const strokes: number[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    if (server.cookie) await page.context().addCookies([server.cookie])
    await page.goto(`${server.url}/chat`)
    await page.getByRole('button', { name: /^Model: (?!Guide)/ }).waitFor()
    await list.prepare(page)
    await page.waitForTimeout(codeMs)
    opened.push(await open(page, list))
    strokes.push(...(await type(page)))
    await page.close()
  }
  return { opened, strokes }
}

const open = (page: Page, { open: button, row }: List): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const start = performance.now()
    ${button}.click()
    while (!document.querySelector(${JSON.stringify(row)})) {
      if (performance.now() - start > 10000) throw new Error('The list does not come.')
      await new Promise((resolve) => setTimeout(resolve))
    }
    ${layOut}
    return performance.now() - start
  })()`)

const type = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>(`(async () => {
    const field = document.querySelector('[role="dialog"] input:not([type="checkbox"])')
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
    const text = ${JSON.stringify(typed)}
    const times = []
    field.focus()
    for (let length = 1; length <= text.length; length++) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const start = performance.now()
      write.call(field, text.slice(0, length))
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      // Lets React render the update that it queued for the end of the event.
      await Promise.resolve()
      ${layOut}
      times.push(performance.now() - start)
    }
    return times
  })()`)

/** Reading the height forces a layout. */
const layOut = 'document.body.getBoundingClientRect().height'

const tenths = (value: number): number => Math.round(value * 10) / 10
