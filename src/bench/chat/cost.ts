import type { CDPSession, Page } from 'playwright'
import type { ChatBench, RendererName } from './page/wire.ts'
import type { TokenText } from './texts.ts'
import { median } from '../table.ts'

/** Places along the text at which tokens are measured. */
const points = 6
/** Tokens in a row at each place. */
const perPoint = 24
const rounds = 5
/** Of groups of `perPoint` tokens along a text. */
const measuredOneIn = 4
/** Of those, beside how many the call itself is measured. */
const callOneIn = 8
/** Of those, how many at the end of a text say what a token costs there. */
const lastGroups = 3

/** A page with the benchmark in it, and its main thread's own clock. */
export type BenchPage = { page: Page; session: CDPSession }
/** A page for each renderer. */
export type BenchPages = ReadonlyMap<RendererName, BenchPage>

declare global {
  // What the page offers; its code runs there.
  var chatBench: ChatBench
}

/**
 * Processor seconds of the page's main thread to draw a whole text with a commit for each token: script, style and layout. Renderers take
 * turns at each place, and the middle of some rounds counts, so that a busy machine is unfair to none.
 *
 * Processor time and not wall-clock time: a busy machine does not make it longer. Without what a call that draws nothing takes, which is
 * the benchmark's own: a tenth of what ours would cost, and a hundredth of Streamdown's.
 */
export async function measureCosts(
  pages: BenchPages,
  tokens: TokenText,
): Promise<Map<RendererName, number>> {
  const costs = new Map([...pages.keys()].map((renderer) => [renderer, [] as number[]]))
  const callMs: number[] = []
  for (let point = 1; point <= points; point++) {
    const from = Math.floor((tokens.length * point) / points) - perPoint
    const cpuMs = new Map<RendererName, number[]>()
    for (let round = 0; round < rounds; round++) {
      for (const [renderer, bench] of pages) {
        // Only a page in front makes frames.
        await bench.page.bringToFront()
        const cost = await costAt(bench, renderer, { tokens, from })
        cpuMs.set(renderer, [...(cpuMs.get(renderer) ?? []), cost.cpuMs])
        callMs.push(await callCost(bench))
      }
    }
    for (const [renderer, all] of costs) all.push(median(cpuMs.get(renderer) ?? []))
  }
  const perToken = (cpuMs: readonly number[]) => (mean(cpuMs) - median(callMs)) / perPoint
  return new Map(
    [...costs].map(([renderer, cpuMs]) => [renderer, (perToken(cpuMs) * tokens.length) / 1000]),
  )
}

/** Processor time of a call, and the middle of its tokens' wall-clock times. */
type Cost = { cpuMs: number; wallMs: number }

/** What some tokens in a row cost. */
async function costAt(
  { page, session }: BenchPage,
  renderer: RendererName,
  { tokens, from }: { tokens: TokenText; from: number },
): Promise<Cost> {
  await page.evaluate(([name, text, start]) => chatBench.prepare(name, text, start), [
    renderer,
    tokens,
    from,
  ] as const)
  return costOfNext({ page, session })
}

/** The same of the tokens that come next. */
async function costOfNext({ page, session }: BenchPage, count = perPoint): Promise<Cost> {
  // What the text so far has put off is not the next token's.
  await page.evaluate(() => chatBench.rest())
  const before = await mainThreadSeconds(session)
  const wallMs = await page.evaluate((steps) => chatBench.step(steps), count)
  const after = await mainThreadSeconds(session)
  return { cpuMs: (after - before) * 1000, wallMs }
}

/** What such a call costs that draws nothing. */
const callCost = async (bench: BenchPage): Promise<number> => (await costOfNext(bench, 0)).cpuMs

/**
 * What the whole text costs to draw, and its first `begin` tokens, with a commit for each token: seconds
 * of processor time; and the wall-clock time of a token at its end. The text is drawn from its beginning to its end, and every fourth group of tokens
 * is measured: a table's row costs some times what a word does, so a few places chosen by hand would say
 * more about what stands there than about how long the text is.
 */
export async function measureGrowth(
  bench: BenchPage,
  tokens: TokenText,
  begin: number,
): Promise<{ beginSeconds: number; wholeSeconds: number; lastCommitMs: number }> {
  const { page } = bench
  await page.evaluate((text) => chatBench.prepare('ours', text, 0), tokens)
  const beginMs: number[] = []
  const wholeMs: number[] = []
  const wallMs: number[] = []
  const callMs: number[] = []
  for (let at = 0; at + perPoint * measuredOneIn <= tokens.length; at += perPoint * measuredOneIn) {
    await drawNext(page, perPoint * (measuredOneIn - 1))
    const cost = await costOfNext(bench)
    wholeMs.push(cost.cpuMs)
    wallMs.push(cost.wallMs)
    if (at < begin) beginMs.push(cost.cpuMs)
    if (wholeMs.length % callOneIn === 0) callMs.push(await callCost(bench))
  }
  const perToken = (cpuMs: readonly number[]) => (mean(cpuMs) - median(callMs)) / perPoint
  return {
    beginSeconds: (perToken(beginMs) * begin) / 1000,
    wholeSeconds: (perToken(wholeMs) * tokens.length) / 1000,
    lastCommitMs: median(wallMs.slice(-lastGroups)),
  }
}

/**
 * Draws the next tokens, a commit for each. In several calls, so that what effects ask for gets its turn:
 * React takes more than fifty commits with something still waiting for an endless loop.
 */
export async function drawNext(page: Page, count: number): Promise<void> {
  for (let drawn = 0; drawn < count; drawn += perPoint) {
    await page.evaluate((steps) => chatBench.step(steps), Math.min(perPoint, count - drawn))
  }
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Processor time that the page's main thread has spent in tasks, once the session counts it. */
export async function mainThreadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}
