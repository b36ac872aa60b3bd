import type { CDPSession, Page } from 'playwright'
import type { ChatBench, RendererName } from './page/wire.ts'
import type { TokenText } from './texts.ts'
import { median } from '../table.ts'

const points = 6
const perPoint = 24
const rounds = 5
/** Interval, in groups of `perPoint` tokens, at which a group is measured. */
const measuredOneIn = 4
/** Interval, in measured groups, at which an empty call is measured as well. */
const callOneIn = 8
/** Number of groups at the end of the text whose mean is the cost of a token at the end. */
const lastGroups = 3

export type BenchPage = { page: Page; session: CDPSession }
export type BenchPages = ReadonlyMap<RendererName, BenchPage>

declare global {
  var chatBench: ChatBench
}

/**
 * Measures the CPU seconds of the main thread for rendering a text token by token: scripts, styles
 * and layout. CPU time hardly depends on other programs. The time of an empty call is subtracted,
 * because it belongs to the benchmark. The renderers alternate at each position, and the median of
 * several rounds counts.
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

type Cost = { cpuMs: number; wallMs: number }

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

async function costOfNext({ page, session }: BenchPage, count = perPoint): Promise<Cost> {
  await page.evaluate(() => chatBench.rest())
  const before = await mainThreadSeconds(session)
  const wallMs = await page.evaluate((steps) => chatBench.step(steps), count)
  const after = await mainThreadSeconds(session)
  return { cpuMs: (after - before) * 1000, wallMs }
}

const callCost = async (bench: BenchPage): Promise<number> => (await costOfNext(bench, 0)).cpuMs

/**
 * Measures how the cost of rendering an answer grows: the CPU seconds for its first `begin` tokens
 * and for the whole answer, and the time per token at the end. The cost of a token depends on its
 * content, so groups of tokens from the whole answer are measured.
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
 * Renders the next tokens one by one in several calls, because React stops after fifty nested
 * updates without effects between them.
 */
export async function drawNext(page: Page, count: number): Promise<void> {
  for (let drawn = 0; drawn < count; drawn += perPoint) {
    await page.evaluate((steps) => chatBench.step(steps), Math.min(perPoint, count - drawn))
  }
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Returns the CPU time of the page's main thread. The session must have enabled the domain
 * `Performance`.
 */
export async function mainThreadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}
