import type { Browser, Page } from 'playwright'
import { heapMib } from '../page-heap.ts'
import type { ServerProcess } from '../server-process.ts'
import { printTable } from '../table.ts'

const scrollMs = 6_000
const settleMs = 2_000
const cardMs = 60_000

/**
 * Measures model cards in answers: memory of a thread with 50 cards, each turned once, compared
 * with three cards that were turned as often, because compiled code counts too (2 MiB here). Also
 * measures frames while the longer thread is scrolled.
 * @param threads ids of the conversations.
 */
export async function measureCards(
  browser: Browser,
  { url, cookie }: ServerProcess,
  threads: { three: string; fifty: string },
): Promise<Record<string, number>> {
  const visit = async <T>(id: string, work: (page: Page) => Promise<T>): Promise<T> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    if (cookie) await context.addCookies([cookie])
    const page = await context.newPage()
    try {
      await page.goto(`${url}/chat/${id}`)
      await page.locator('article[aria-label^="3D model"]').first().waitFor({ timeout: cardMs })
      return await work(page)
    } finally {
      await context.close()
    }
  }
  const fifty = await visit(threads.fifty, (page) => turnAll(page))
  const three = await visit(threads.three, (page) => turnAll(page, fifty.turns))
  const frames = await visit(threads.fifty, scrollThrough)
  const p95 = frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? Number.NaN
  printTable([
    ['models in answers', '3', '50'],
    ['heap in MiB', three.mib.toFixed(1), fifty.mib.toFixed(1)],
    ['cards', three.cards, fifty.cards],
    ['turned, in all', three.turns, fifty.turns],
    ['frame while scrolled, ms (95th percentile)', '', p95.toFixed(1)],
  ])
  return {
    card_50_models_heap_vs_3: Math.round((fifty.mib / three.mib) * 100) / 100,
    card_scroll_p95_frame_ms: Math.round(p95 * 10) / 10,
  }
}

type Turned = { mib: number; cards: number; turns: number }

/** Turns all cards from last to first, and repeats until there were `turnsMin` turns. */
async function turnAll(page: Page, turnsMin = 0): Promise<Turned> {
  const seen = new Set<string>()
  let turns = 0
  const turn = async (label: string) => {
    const card = page.getByRole('article', { name: label, exact: true })
    await card.scrollIntoViewIfNeeded()
    await card.getByRole('button', { name: 'Turn' }).click()
    await card.locator('[data-state=ready]').waitFor({ timeout: cardMs })
    turns++
  }
  for (let still = 0; still < 3;) {
    const cards = page.locator('article[aria-label^="3D model"]')
    const labels = await cards.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? ''),
    )
    const next = labels.findLast((label) => !seen.has(label))
    if (next === undefined) {
      await page.mouse.move(640, 300)
      await page.mouse.wheel(0, -700)
      await page.waitForTimeout(200)
      still++
      continue
    }
    still = 0
    seen.add(next)
    await turn(next)
  }
  const labels = [...seen]
  for (let at = turns; at < turnsMin; at++) await turn(labels[at % labels.length] ?? '')
  await page.waitForTimeout(settleMs)
  return { mib: await heapMib(page), cards: seen.size, turns }
}

async function scrollThrough(page: Page): Promise<number[]> {
  await page.waitForTimeout(settleMs)
  await page.evaluate(`{
    globalThis.frames = []
    let before = performance.now()
    const note = (now) => {
      globalThis.frames.push(now - before)
      before = now
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  }`)
  await page.mouse.move(640, 300)
  const endMs = performance.now() + scrollMs
  while (performance.now() < endMs) {
    const isUp = (endMs - performance.now()) / scrollMs > 0.5
    await page.mouse.wheel(0, isUp ? -120 : 120)
    await page.waitForTimeout(30)
  }
  // The first frame began before the scrolling.
  return (await page.evaluate('globalThis.frames.slice(1)')) as number[]
}
