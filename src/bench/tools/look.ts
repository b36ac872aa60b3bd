import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { buildPage } from '../build-page.ts'
import { serveFolder } from '../serve-folder.ts'
import { median, printTable } from '../table.ts'

const root = fileURLToPath(new URL('./page', import.meta.url))
const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'
const rounds = isQuick ? 3 : 11

type Look = () => Promise<unknown>

/**
 * Compares pictures of four sides of a model: rendered by the server for a tool, and in an open
 * browser page, alternating. Both read the file each time.
 */
export async function compareLooks(
  browser: Browser,
  model: Uint8Array,
  look: Look,
): Promise<Record<string, number>> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-views-'))
  await buildPage({ root, page: 'views.html', outDir })
  const served = await serveFolder(outDir, { bodies: new Map([['/model.glb', model]]) })
  const page = await browser.newPage()
  try {
    await page.goto(`${served.url}/views.html`)
    await page.waitForFunction('"drawViews" in globalThis')
    const draw = () => page.evaluate('globalThis.drawViews("./model.glb")')
    const times = { ours: [] as number[], browser: [] as number[] }
    // The first run compiles shaders or starts a worker.
    await look()
    await draw()
    for (let round = 0; round < rounds; round++) {
      for (const [name, work] of [['ours', look] as const, ['browser', draw] as const]) {
        const startMs = performance.now()
        await work()
        times[name].push(performance.now() - startMs)
      }
    }
    const [ours, theirs] = [median(times.ours), median(times.browser)]
    printTable([
      [`four views of a model, ms (median of ${rounds})`, ''],
      ['the tool', Math.round(ours)],
      ['Chromium, with its page open', Math.round(theirs)],
    ])
    return {
      look_4_views_ms: Math.round(ours),
      look_4_views_vs_browser: Math.round((ours / theirs) * 100) / 100,
    }
  } finally {
    await page.close()
    await served.stop()
  }
}
