import type { Browser, Page } from 'playwright'
import type { ServerProcess } from '../server-process.ts'
import { slowDown } from './slow-down.ts'

/**
 * Elements to press on each page, by the start of their accessible name. The Escape key then closes
 * what has opened. The library and the studio contain a model.
 */
const places: readonly { place: string; presses: readonly (readonly string[])[] }[] = [
  {
    place: '/chat',
    presses: [
      ['Model: '],
      ['Chat settings'],
      ['More', 'Compare'],
      ['More', 'Prompts'],
      ['Chat list options', 'New folder'],
      ['Chat list options', 'Import'],
      ['Account and appearance', 'Shortcuts'],
    ],
  },
  {
    place: '/',
    presses: [
      ['More sources for Picture', 'Recent'],
      ['More sources for Picture', 'From a web address'],
      ['Local engine'],
      ['1 model', 'Several'],
      ['About this engine'],
      ['Photograph with a phone'],
      ['More options'],
      ['Settings as text (JSON)'],
    ],
  },
  {
    place: '/library',
    presses: [['Import'], ['Select'], ['picture']],
  },
  {
    place: '/library/MODEL',
    presses: [['Share'], ['Optimize'], ['Repair'], ['Hollow'], ['Convert'], ['Delete']],
  },
  {
    place: '/asset/MODEL',
    presses: [
      ['Lighting and view'],
      ['Info and checks'],
      ['Section'],
      ['Measure'],
      ['Notes'],
      ['Print preparation'],
      ['Optimize'],
      ['Screenshot'],
      ['Export'],
    ],
  },
]

/** Milliseconds without network traffic after which loading in advance counts as complete. */
const quietMs = 6_000
const quietAfterPressMs = 3_000
const waitMsMax = 90_000
/** Milliseconds within which a press starts to load code, on a connection with 150 ms latency. */
const afterPressMs = 1_500

export type ClickWait = { place: string; press: string; waitMs: number }

/**
 * Measures how long presses wait for code on a slow connection, after all loading in advance has
 * ended. The pointer does not hover before the press, as on a phone.
 * @param modelId id of a model in the library.
 * @returns one duration per press, NaN for a missing element.
 */
export async function measureClicks(
  browser: Browser,
  server: ServerProcess,
  modelId: string,
): Promise<ClickWait[]> {
  const waits: ClickWait[] = []
  for (const { place, presses } of places) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    if (server.cookie) await context.addCookies([server.cookie])
    const page = await context.newPage()
    await slowDown(context, page)
    await page.goto(server.url + place.replace('MODEL', modelId))
    await untilQuiet(page)
    for (const names of presses) {
      await page.evaluate(holdIdle)
      for (const name of names) {
        waits.push({ place, press: name, waitMs: await press(page, name) })
      }
      for (const _ of names) await page.keyboard.press('Escape')
      await page.evaluate(releaseIdle)
      await untilQuiet(page, quietAfterPressMs)
    }
    await context.close()
  }
  return waits
}

/**
 * Delays the callbacks of `requestIdleCallback`, so that no code is loaded in advance during the
 * measurement.
 */
const holdIdle = `
  globalThis.heldBack = []
  globalThis.ownIdle ??= globalThis.requestIdleCallback
  globalThis.requestIdleCallback = (callback) => globalThis.heldBack.push(callback)`
const releaseIdle = `
  globalThis.requestIdleCallback = globalThis.ownIdle
  for (const callback of globalThis.heldBack) requestIdleCallback(callback)`

const scripts = `performance.getEntriesByType('resource').filter(({ name }) => /[/]assets[/][^/]+[.](?:js|css)$/.test(name))`

async function untilQuiet(page: Page, nothingMs = quietMs): Promise<void> {
  const end = performance.now() + waitMsMax
  let count = -1
  while (performance.now() < end) {
    await page.waitForTimeout(nothingMs)
    const now = await page.evaluate<number>(`${scripts}.length`)
    if (now === count) return
    count = now
  }
}

/**
 * @returns the milliseconds from the press to the last script or style that it loaded, or 0 if
 * nothing was loaded.
 */
const press = (page: Page, name: string): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const all = [...document.querySelectorAll('button, summary, a, [role^="menuitem"]')].toReversed()
    const named = all.find((one) => one.checkVisibility() && !one.closest('[inert]') &&
      (one.getAttribute('aria-label') ?? one.textContent).trim().startsWith(${JSON.stringify(name)}))
    if (!named) return NaN
    const start = performance.now()
    named.click()
    await new Promise((resolve) => setTimeout(resolve, ${afterPressMs}))
    // Cached resources have a transfer size of 0.
    const asked = ${scripts}.filter((one) => one.startTime >= start && one.transferSize > 0)
    return Math.round(Math.max(0, ...asked.map(({ responseEnd }) => responseEnd - start)))
  })()`)
