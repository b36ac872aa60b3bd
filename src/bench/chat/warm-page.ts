import type { Browser } from 'playwright'
import { drawNext, type BenchPage, type BenchPages } from './cost.ts'
import { rendererNames, type RendererName } from './page/wire.ts'
import { makeText } from './texts.ts'

/** Measures on a new page, after a warm-up in which the browser compiles the code. */
export type OnPage = <T>(measure: (bench: BenchPage) => Promise<T>) => Promise<T>

/**
 * Measures with one page per renderer. On a shared page, the garbage of one renderer would slow
 * down the next renderer.
 */
export type OnPages = <T>(
  renderers: readonly RendererName[],
  measure: (pages: BenchPages) => Promise<T>,
) => Promise<T>

const warmUpShared = 400
const warmUpAlone = 1_360

/** @param url returns the address of the benchmark's page. */
export function warmPages(
  browser: Browser,
  url: () => Promise<string>,
): { onPage: OnPage; onPages: OnPages } {
  const open = async (renderers: readonly RendererName[], count: number): Promise<BenchPage> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(await url())
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const tokens = makeText('mixed', count, 3)
    for (const renderer of renderers) {
      await page.evaluate(([name, text]) => chatBench.prepare(name, text, 0), [
        renderer,
        tokens,
      ] as const)
      await drawNext(page, tokens.length)
    }
    return { page, session }
  }
  return {
    async onPage(measure) {
      const bench = await open(rendererNames, warmUpShared)
      try {
        return await measure(bench)
      } finally {
        await bench.page.close()
      }
    },
    async onPages(renderers, measure) {
      const pages = new Map<RendererName, BenchPage>()
      try {
        for (const renderer of renderers) pages.set(renderer, await open([renderer], warmUpAlone))
        return await measure(pages)
      } finally {
        for (const { page } of pages.values()) await page.close()
      }
    },
  }
}
