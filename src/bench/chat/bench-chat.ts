import { chromium, type Browser } from 'playwright'
import { runParts, type Figures } from '../run-parts.ts'
import { printTable, rounded } from '../table.ts'
import { measureAnswers } from './answers.ts'
import { compareKind, compareOthers, measureLong } from './compare-costs.ts'
import { comparePace } from './compare-pace.ts'
import { measureMemory } from './live.ts'
import { measureLongAnswers } from './long-answer.ts'
import { serveChatPage } from './page-server.ts'
import { makeText } from './texts.ts'
import { measureTyping } from './typing.ts'
import { warmPages, type OnPage } from './warm-page.ts'

/**
 * Measures how Chromium renders a streamed answer with this app and three libraries: CPU time,
 * delay when tokens arrive as fast as a model sends them, memory, delay of key presses while an
 * answer is streamed, and time until the first word. `BOZZETTO_CHAT` selects parts, separated by
 * commas (default: all).
 */
export async function benchChat(): Promise<Figures> {
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(executablePath && { executablePath }),
  })
  let serving: ReturnType<typeof serveChatPage> | undefined
  const { onPage, onPages } = warmPages(
    browser,
    async () => (await (serving ??= serveChatPage())).url,
  )
  const parts = {
    mixed: () => compareKind(onPages, 'mixed'),
    list: () => compareKind(onPages, 'list'),
    pace: () => comparePace(onPage),
    typing: () => benchTyping(browser),
    answers: () => benchAnswers(browser),
    long: () => measureLong(onPage),
    opening: () => benchOpening(browser),
    others: () => compareOthers(onPages),
    memory: () => benchMemory(onPage),
  }
  const loaded = Object.entries(parts).map(([name, part]) => [name, async () => part] as const)
  try {
    return await runParts(Object.fromEntries(loaded), 'BOZZETTO_CHAT')
  } finally {
    await browser.close()
    await (await serving)?.stop()
  }
}

async function benchTyping(browser: Browser): Promise<Figures> {
  const times = await measureTyping(browser)
  printTable([
    ['typing while an answer streams', 'p50 ms', 'p95 ms', 'worst ms'],
    ['thread of 500 messages', at(times, 0.5), at(times, 0.95), at(times, 0.999)],
  ])
  return { key_to_paint_p95_ms: at(times, 0.95) }
}

async function benchAnswers(browser: Browser): Promise<Figures> {
  const { firstTokenMs, otherTabMs } = await measureAnswers(browser)
  const row = (name: string, times: readonly number[]) => [name, at(times, 0.5), at(times, 0.95)]
  printTable([
    ['a model that answers at once', 'p50 ms', 'p95 ms'],
    row('Enter to the first word on the screen', firstTokenMs),
    row('Enter to the question in another tab', otherTabMs),
  ])
  return { key_to_first_token_ms: at(firstTokenMs, 0.5), other_tab_sees_ms: at(otherTabMs, 0.95) }
}

async function benchOpening(browser: Browser): Promise<Figures> {
  const answers = await measureLongAnswers(browser)
  printTable([
    ['a long answer', 'tokens', 'opens p50 ms', 'p95 ms', 'frame while scrolled p95 ms'],
    ...answers.map(({ kind, thousandTokens, openMs, frameMs }) => [
      kind,
      `${thousandTokens}k`,
      at(openMs, 0.5),
      at(openMs, 0.95),
      at(frameMs, 0.95),
    ]),
  ])
  return Object.fromEntries(
    answers.flatMap(({ kind, thousandTokens, openMs, frameMs }) => [
      [`open_${kind}_${thousandTokens}k_ms`, at(openMs, 0.5)],
      [`scroll_${kind}_${thousandTokens}k_p95_ms`, at(frameMs, 0.95)],
    ]),
  )
}

async function benchMemory(onPage: OnPage): Promise<Figures> {
  const memory = await onPage((bench) => measureMemory(bench, makeText('mixed', 8192)))
  printTable([
    ['memory', 'after 10 answers', 'after 30', 'after 50'],
    ['MiB of live objects', ...memory.map((bytes) => rounded(bytes / 2 ** 20, 1))],
  ])
  const [first = Number.NaN, , last = Number.NaN] = memory
  return { memory_50_vs_10_answers: rounded(last / first, 2) }
}

const at = (times: readonly number[], fraction: number): number =>
  rounded(times[Math.floor(times.length * fraction)] ?? Number.NaN, 1)
