import type { RendererName } from './page/wire.ts'
import { mainThreadSeconds, type BenchPage } from './cost.ts'
import type { TokenText } from './texts.ts'

export type LivePace = {
  busy: number
  /**
   * Milliseconds from the moment at which the model sent the last token to the painting of this
   * token.
   */
  lagMs: number
  wallSeconds: number
  publishings: number
}

/**
 * Renders a text at a model's speed.
 * @param throttle factor by which the browser slows down the CPU.
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

/** Returns the bytes of live objects after 10, 30 and 50 answers of 8,000 tokens. */
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
