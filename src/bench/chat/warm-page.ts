import type { Browser } from 'playwright'
import { drawNext, type BenchPage } from './cost.ts'
import { rendererNames } from './page/wire.ts'
import { makeText } from './texts.ts'

/** Measures on a fresh page, warmed up: the browser has compiled what is hot. */
export type OnPage = <T>(measure: (bench: BenchPage) => Promise<T>) => Promise<T>

/** @param url gives the address of the benchmark's page. */
export const warmPages =
  (browser: Browser, url: () => Promise<string>): OnPage =>
  async (measure) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    try {
      await page.goto(await url())
      const session = await page.context().newCDPSession(page)
      // Processor time of the thread, which other programs on this machine do not lengthen.
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      const tokens = makeText('mixed', 400, 3)
      for (const renderer of rendererNames) {
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
