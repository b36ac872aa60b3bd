import { chromium, type Browser } from 'playwright'
import { measureAnswers } from './answers.ts'
import { drawNext, measureCosts, measureGrowth, type BenchPage, type Cost } from './cost.ts'
import { measureLive, measureMemory } from './live.ts'
import { serveChatPage } from './page-server.ts'
import type { RendererName } from './page/wire.ts'
import { makeText, type TextKind } from './texts.ts'
import { measureTyping } from './typing.ts'
import { printTable } from '../table.ts'

const renderers: readonly RendererName[] = ['ours', 'streamdown', 'markstream', 'react-markdown']
const paced: readonly RendererName[] = ['ours', 'streamdown', 'markstream']

const cases: readonly [TextKind, tokens: number][] = [
  ['mixed', 2048],
  ['mixed', 8192],
  ['mixed', 32_768],
  ['list', 8192],
  ['code', 8192],
  ['regex', 8192],
  ['tables', 8192],
]

/**
 * What it costs to draw an answer while it is written, side by side with three libraries that do the
 * same, in Chromium: processor time, liveness at a model's pace, typing meanwhile, memory.
 */
export async function benchChat(): Promise<Record<string, number>> {
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  const server = await serveChatPage()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(executablePath && { executablePath }),
  })
  try {
    const costs = await compareCosts(browser, server.url)
    const pace = await compareLive(browser, server.url)
    const memory = await onPage(browser, server.url, (bench) =>
      measureMemory(bench, makeText('mixed', 8192)),
    )
    printTable([
      ['memory', 'after 10 answers', 'after 30', 'after 50'],
      ['MiB of live objects', ...memory.map((bytes) => round(bytes / 2 ** 20, 1))],
    ])
    const typing = await measureTyping(browser)
    const at = (share: number) => typing[Math.floor(typing.length * share)] ?? Number.NaN
    printTable([
      ['typing while an answer streams', 'p50 ms', 'p95 ms', 'worst ms'],
      [
        'thread of 500 messages',
        ...[0.5, 0.95, 1].map((share) => round(at(Math.min(share, 0.999)), 1)),
      ],
    ])
    const answers = await measureAnswers(browser)
    const middle = (times: readonly number[], share: number) =>
      round(times[Math.floor(times.length * share)] ?? Number.NaN, 1)
    printTable([
      ['a model that answers at once', 'p50 ms', 'p95 ms'],
      ...(
        [
          ['Enter to the first word on the screen', answers.firstTokenMs],
          ['Enter to the question in another tab', answers.otherTabMs],
        ] as const
      ).map(([name, times]) => [name, middle(times, 0.5), middle(times, 0.95)]),
    ])
    const [first = Number.NaN, , last = Number.NaN] = memory
    return {
      ...costs,
      ...pace,
      key_to_paint_p95_ms: round(at(0.95), 1),
      key_to_first_token_ms: middle(answers.firstTokenMs, 0.5),
      other_tab_sees_ms: middle(answers.otherTabMs, 0.95),
      memory_50_vs_10_answers: round(last / first, 2),
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function compareCosts(browser: Browser, url: string): Promise<Record<string, number>> {
  const rows: (string | number)[][] = [
    ['processor s, a commit per token', ...renderers, 'ours / streamdown', 'last commit ms'],
  ]
  const results = new Map<string, Map<RendererName, Cost>>()
  for (const [kind, count] of cases) {
    const tokens = makeText(kind, count)
    const costs = await onPage(browser, url, (bench) => measureCosts(bench, tokens, renderers))
    results.set(`${kind} ${count}`, costs)
    const seconds = renderers.map((name) => costs.get(name)?.wholeSeconds ?? Number.NaN)
    const [ours = Number.NaN, streamdown = Number.NaN] = seconds
    rows.push([
      `${kind}, ${count / 1024}k tokens`,
      ...seconds.map((value) => round(value, 1)),
      round(ours / streamdown, 3),
      renderers.map((name) => (costs.get(name)?.lastCommitMs ?? Number.NaN).toFixed(1)).join(' / '),
    ])
  }
  printTable(rows)
  const growth = await onPage(browser, url, (bench) =>
    measureGrowth(bench, makeText('mixed', 32_768), 8192),
  )
  printTable([
    ['ours along one text, processor s', 'first 8k tokens', 'all 32k'],
    ['mixed', round(growth.beginSeconds, 1), round(growth.wholeSeconds, 1)],
  ])
  const cost = (name: string, renderer: RendererName = 'ours') =>
    results.get(name)?.get(renderer)?.wholeSeconds ?? Number.NaN
  const versus = (name: string, peer: RendererName = 'streamdown') =>
    round(cost(name) / cost(name, peer), 3)
  return {
    cpu_8k_mixed_vs_streamdown: versus('mixed 8192'),
    cpu_8k_list_vs_streamdown: versus('list 8192'),
    cpu_8k_mixed_vs_markstream: versus('mixed 8192', 'markstream'),
    cpu_8k_list_vs_markstream: versus('list 8192', 'markstream'),
    cpu_8k_regex_vs_mixed: round(cost('regex 8192') / cost('mixed 8192'), 2),
    growth_8k_to_32k: round(growth.wholeSeconds / growth.beginSeconds, 2),
    commit_32k_ms: round(results.get('mixed 32768')?.get('ours')?.lastCommitMs ?? Number.NaN, 2),
  }
}

async function compareLive(browser: Browser, url: string): Promise<Record<string, number>> {
  const rows: (string | number)[][] = [
    [
      '8k tokens at a model’s pace',
      'renderer',
      'busy %',
      'lag at the end ms',
      'whole s',
      'publishings',
    ],
  ]
  const tokens = makeText('mixed', 8192)
  const measure = async (renderer: RendererName, tokensPerSecond: number, throttle: number) => {
    const live = await onPage(browser, url, (bench) =>
      measureLive(bench, renderer, { tokens, tokensPerSecond, throttle }),
    )
    rows.push([
      `${tokensPerSecond} tokens/s${throttle === 1 ? '' : `, processor ${throttle} × slower`}`,
      renderer,
      Math.round(live.busy * 100),
      Math.round(live.lagMs),
      round(live.wallSeconds, 1),
      live.publishings,
    ])
    return live
  }
  const slow = await measure('ours', 400, 4)
  const fast = await measure('ours', 1500, 1)
  for (const renderer of paced.slice(1)) {
    await measure(renderer, 400, 4)
    await measure(renderer, 1500, 1)
  }
  printTable(rows)
  return {
    busy_400tps_4x: round(slow.busy, 2),
    lag_400tps_4x_ms: Math.round(slow.lagMs),
    lag_1500tps_ms: Math.round(fast.lagMs),
  }
}

/** A fresh page, warmed up: the browser has compiled what is hot. */
async function onPage<T>(
  browser: Browser,
  url: string,
  measure: (bench: BenchPage) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  try {
    await page.goto(url)
    const session = await page.context().newCDPSession(page)
    // Processor time of the thread, which other programs on this machine do not lengthen.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const tokens = makeText('mixed', 400, 3)
    for (const renderer of renderers) {
      await page.evaluate(([name, text]) => chatBench.prepare(name, text, 0), [
        renderer,
        tokens,
      ] as const)
      await drawNext(page, tokens.length)
    }
    return await measure({ page, session })
  } finally {
    await page.close()
  }
}

const round = (value: number, digits: number) => Number(value.toFixed(digits))
