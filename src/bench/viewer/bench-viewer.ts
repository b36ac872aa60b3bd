import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright'
import { chromiumArguments } from '#testing/chromium-arguments.ts'
import { heapMib } from '../page-heap.ts'
import { runParts, type Figures } from '../run-parts.ts'
import { median, printTable } from '../table.ts'
import { readSizes } from './read-sizes.ts'
import { benchHollow } from './bench-hollow.ts'
import { makeBall } from './models.ts'
import { probeFrames, type ProbeResult } from './probe.ts'
import { serveViewers, type ViewerName, viewerNames } from './page-server.ts'

const asked = process.env['BOZZETTO_BENCH_SIZES']
const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1' || asked !== undefined
const rounds = isQuick && asked === undefined ? 5 : 3
const sizes = asked === undefined ? (isQuick ? [100] : [20, 100, 500, 1500]) : readSizes(asked)
const loads = 10
const frameTimeoutMs = 60_000
const fullFrameTimeoutMs = 10_000
/** Milliseconds after the first frame in which the longest task is recorded. */
const settleMs = 1_500

type Visit = ProbeResult & { scriptGzipKib: number; heapMib: number }
type Visits = ReadonlyMap<string, readonly Visit[]>

/** Runs the parts that `BOZZETTO_VIEWER` lists, or all parts. */
export const benchViewer = (): Promise<Figures> =>
  runParts(
    {
      frames: () => Promise.resolve(measureViewers),
      embed: async () => (await import('./bench-embed.ts')).benchEmbed,
    },
    'BOZZETTO_VIEWER',
  )

/**
 * Measures first frame, longest task, size of the scripts and memory of this app's viewer and of
 * three other viewers. The viewers alternate, so that the load of other programs affects all
 * viewers. Also checks hollowed models. `BOZZETTO_BENCH_QUICK=1` measures only the first frames of
 * one size. `BOZZETTO_BENCH_SIZES=10,1000` selects sizes in thousands of triangles.
 */
async function measureViewers(): Promise<Figures> {
  const models = new Map<string, Uint8Array>()
  for (const size of sizes) models.set(`${size}k`, await makeBall(size * 1000))
  for (let load = 0; load < (isQuick ? 0 : loads); load++) {
    models.set(`other${load}`, await makeBall(100_000, load + 2))
  }
  const server = await serveViewers(models)
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  const launch = () =>
    chromium.launch({ args: chromiumArguments, ...(executablePath && { executablePath }) })
  const visits = new Map<string, Visit[]>()
  try {
    for (let round = 0; round < rounds; round++) {
      for (const size of sizes) {
        for (const name of viewerNames) {
          const browser = await launch()
          try {
            const seen = await visit(browser, server.url, { name, size })
            const key = `${name} ${size}`
            visits.set(key, [...(visits.get(key) ?? []), seen])
          } finally {
            await browser.close()
          }
        }
      }
    }
    if (isQuick) return reportFrames(visits)
    const leakMib = await measureLeak(await launch(), server.url)
    return { ...report(visits, leakMib), ...(await benchHollow()) }
  } finally {
    await server.stop()
  }
}

async function visit(
  browser: Browser,
  url: string,
  { name, size }: { name: ViewerName; size: number },
): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  // The screenshot waits for the start of the GPU process, which would otherwise be part of the
  // measured time.
  await page.screenshot()
  const sizesOfScripts: Promise<number>[] = []
  let isDrawn = false
  page.on('response', (response) => {
    if (isDrawn || !/\.(js|wasm)$/.test(new URL(response.url()).pathname)) return
    const gzipBytes = response.body().then((body) => gzipSync(body, { level: 9 }).byteLength)
    // This handler prevents a report of the rejection before the value is awaited.
    gzipBytes.catch(() => {})
    sizesOfScripts.push(gzipBytes)
  })
  await probeFrames(page, size * 1000)
  await page.goto(`${url}/${name}/page.html?model=/models/${size}k.glb`)
  await page.waitForFunction(
    () => (globalThis as unknown as { probe: ProbeResult }).probe.firstFrameMs > 0,
    undefined,
    { timeout: frameTimeoutMs },
  )
  isDrawn = true
  // A viewer may reduce its resolution permanently on a slow machine. The reduced resolution is
  // then measured.
  await page
    .waitForFunction(
      () => (globalThis as unknown as { probe: ProbeResult }).probe.firstFullFrameMs > 0,
      undefined,
      { timeout: fullFrameTimeoutMs },
    )
    .catch(() => {})
  const scriptBytes = (await Promise.all(sizesOfScripts)).reduce((sum, bytes) => sum + bytes, 0)
  await page.waitForTimeout(settleMs)
  const probe = await page.evaluate(() => (globalThis as unknown as { probe: ProbeResult }).probe)
  const firstFullFrameMs = probe.firstFullFrameMs || probe.firstFrameMs
  return {
    ...probe,
    firstFullFrameMs,
    scriptGzipKib: scriptBytes / 1024,
    heapMib: await heapMib(page),
  }
}

async function measureLeak(browser: Browser, url: string): Promise<number> {
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    await page.goto(`${url}/ours/page.html`)
    const show = async (model: string | undefined) => {
      await page.evaluate((next) => {
        const { showModel } = globalThis as unknown as {
          showModel: (next: string | undefined) => void
        }
        showModel(next)
      }, model)
      const state = model === undefined ? 'empty' : 'ready'
      await page.locator(`[data-state=${state}]`).waitFor({ timeout: frameTimeoutMs })
    }
    const empty = async () => {
      await show(undefined)
      await page.waitForFunction(
        () => (globalThis as unknown as { heldBytes: () => number }).heldBytes() === 0,
      )
      await page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => setTimeout(done, 1500)))',
      )
      return heapMib(page)
    }
    await page.waitForFunction(() => 'showModel' in globalThis)
    await show('/models/100k.glb')
    const before = await empty()
    for (let load = 0; load < loads; load++) {
      await show(`/models/other${load}.glb`)
      await show(undefined)
    }
    return (await empty()) - before
  } finally {
    await browser.close()
  }
}

function report(visits: Visits, leakMib: number) {
  const middle = getMiddle(visits)
  return {
    ...reportFrames(visits),
    longest_task_1500k_vs_r3fdrei: round(
      middle('ours', 1500, 'longestTaskMs') / middle('drei', 1500, 'longestTaskMs'),
    ),
    heap_1500k_mib: round(middle('ours', 1500, 'heapMib'), 1),
    leak_10_loads_mib: round(leakMib),
  }
}

function reportFrames(visits: Visits): Record<string, number> {
  const middle = getMiddle(visits)
  const others = viewerNames.filter((name) => name !== 'ours')
  for (const size of sizes) {
    printTable([
      [
        `${size}k triangles`,
        'first frame ms',
        'full frame ms',
        'longest task ms',
        'heap MiB',
        'script gzip KiB',
      ],
      ...viewerNames.map((name) => [
        name,
        ...(
          ['firstFrameMs', 'firstFullFrameMs', 'longestTaskMs', 'heapMib', 'scriptGzipKib'] as const
        ).map((figure) => Math.round(middle(name, size, figure))),
      ]),
    ])
    console.log('')
  }
  const vsBest = (size: number, figure: keyof Visit) =>
    round(
      middle('ours', size, figure) / Math.min(...others.map((name) => middle(name, size, figure))),
    )
  return {
    js_gzip_kib: round(
      middle('ours', sizes.includes(100) ? 100 : (sizes[0] ?? 0), 'scriptGzipKib'),
      1,
    ),
    ...Object.fromEntries(
      sizes.map((size) => [`first_frame_${size}k_vs_best`, vsBest(size, 'firstFrameMs')]),
    ),
    ...Object.fromEntries(
      sizes.map((size) => [`first_full_frame_${size}k_vs_best`, vsBest(size, 'firstFullFrameMs')]),
    ),
  }
}

const getMiddle = (visits: Visits) => (name: ViewerName, size: number, figure: keyof Visit) =>
  median((visits.get(`${name} ${size}`) ?? []).map((one) => one[figure]))

const round = (value: number, digits = 2): number => Number(value.toFixed(digits))
