import type { RendererName } from './page/wire.ts'
import { mainThreadSeconds, type BenchPage } from './cost.ts'
import type { TokenText } from './texts.ts'

export type LivePace = {
  /** Share of the time in which the page's main thread was at work, 0 to 1. */
  busy: number
  /** From when the last token was due to when it was painted. */
  lagMs: number
  wallSeconds: number
  publishings: number
}

/**
 * A text at the pace of a model, drawn at the product's own pace.
 *
 * @param throttle how many times slower than this machine the page's processor is to be.
 */
export async function measureLive(
  { page, session }: BenchPage,
  renderer: RendererName,
  {
    tokens,
    tokensPerSecond,
    throttle,
  }: { tokens: TokenText; tokensPerSecond: number; throttle: number },
): Promise<LivePace> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  const before = await mainThreadSeconds(session)
  const { wallMs, lagMs, publishings } = await page.evaluate(
    ([name, text, pace]) => chatBench.live(name, text, pace),
    [renderer, tokens, tokensPerSecond] as const,
  )
  const after = await mainThreadSeconds(session)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return {
    busy: ((after - before) * 1000) / wallMs,
    lagMs,
    wallSeconds: wallMs / 1000,
    publishings,
  }
}

/** Bytes of live objects after 10, 30 and 50 answers of 8k tokens, one after the other. */
export async function measureMemory(
  { page, session }: BenchPage,
  tokens: TokenText,
): Promise<number[]> {
  const bytes: number[] = []
  let answer = 0
  for (const count of [10, 20, 20]) {
    const texts = Array.from({ length: count }, () => [`Answer ${++answer}. `, ...tokens])
    await page.evaluate((all) => chatBench.answers(all), texts)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    bytes.push(usedSize)
  }
  return bytes
}
