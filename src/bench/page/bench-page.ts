import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContext } from 'playwright'
import { chromiumArguments } from '#testing/chromium-arguments.ts'
import { firstVisitKib } from '../../cli/weight/first-visit.mjs'
import { generateSampleModel } from './generate-sample-model.ts'
import { runParts, type Figures, type BenchPart } from '../run-parts.ts'
import { startServerProcess, type ServerProcess } from '../server-process.ts'
import { median, printTable } from '../table.ts'
import { probeFrames } from '../viewer/probe.ts'
import { measureClicks, type ClickWait } from './click-waits.ts'
import { slowDown } from './slow-down.ts'
import { measureVoice } from './voice-waits.ts'

const rounds = 5
const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url))

/** Pages with their main chunk, and a condition that shows when the user can use the page. */
const places = [
  {
    name: 'chat',
    chunk: 'chat',
    address: '/chat',
    ready: `document.querySelector('textarea')`,
  },
  {
    name: 'studio',
    chunk: 'studio',
    address: '/',
    ready: `[...document.querySelectorAll('button')].find((one) => one.textContent.includes('Generate'))`,
  },
  {
    name: 'library',
    chunk: 'library',
    address: '/library',
    ready: `document.querySelector('main h1, main h2')`,
  },
] as const

type Place = {
  address: string
  ready: string
  /**
   * Number of triangles of the model that the page shows, if any. The benchmark recognises the
   * first frame with the model by this number.
   */
  triangles?: number
}

/**
 * Measures the first visit of a new browser: the downloaded size, and the time until each page can
 * be used. Also measures the chat on a slow connection with a slow CPU, at the first and second
 * visit, how long clicks wait for code, and how long dictation and reading aloud wait beyond the
 * service. `BOZZETTO_PAGE` selects parts, separated by commas
 * (default: all).
 */
export async function benchPage(): Promise<Figures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  const server = await startServerProcess(folder)
  const browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath && { executablePath }),
  })
  const parts: Record<string, BenchPart> = {
    visits: () => measureVisits(browser, server, places),
    viewer: async () => measureVisits(browser, server, [await placeOfModel(server)]),
    slow: () => measureSlow(browser, server),
    clicks: async () =>
      clickFigures(await measureClicks(browser, server, await storedModel(server))),
    voice: () => measureVoice(server, folder),
  }
  const loaded = Object.entries(parts).map(
    ([name, part]) => [name, () => Promise.resolve(part)] as const,
  )
  try {
    return await runParts(Object.fromEntries(loaded), 'BOZZETTO_PAGE')
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureVisits(
  browser: Browser,
  server: ServerProcess,
  visited: readonly (Place & { name: string; chunk?: string })[],
): Promise<Figures> {
  const figures: Figures = {}
  const rows: (string | number)[][] = [
    ['first visit', 'script gzip KiB', 'style gzip KiB', 'font KiB', 'usable ms'],
  ]
  for (const place of visited) {
    const visits = []
    for (let round = 0; round < rounds; round++) {
      visits.push(await firstVisit(browser, server, place))
    }
    const [first] = visits
    const usableMs = Math.round(median(visits.map((one) => one.usableMs)))
    // Calculated from the built files, because a fast browser loads more in advance before the page
    // can be used.
    const scriptKib =
      place.chunk === undefined
        ? kib(first?.bytes.script)
        : Math.round(firstVisitKib(clientFolder, place.chunk) * 10) / 10
    figures[`${place.name}_gzip_kib`] = scriptKib
    figures[`${place.name}_usable_ms`] = usableMs
    const [styleKib, fontKib] = [kib(first?.bytes.stylesheet), kib(first?.bytes.font)]
    rows.push([place.name, scriptKib, styleKib, fontKib, usableMs])
  }
  printTable(rows)
  return figures
}

async function measureSlow(browser: Browser, server: ServerProcess): Promise<Figures> {
  const slowMs: number[] = []
  const againMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await profile(browser, server)
    slowMs.push((await visit(context, server, { place: places[0], isSlow: true })).usableMs)
    againMs.push((await visit(context, server, { place: places[0], isSlow: true })).usableMs)
    await context.close()
  }
  return {
    chat_usable_slow_ms: Math.round(median(slowMs)),
    chat_usable_again_ms: Math.round(median(againMs)),
  }
}

function clickFigures(waits: readonly ClickWait[]): Figures {
  printTable([
    ['a click on a slow line', 'on', 'waits for code, ms'],
    ...waits.map(({ place, press, waitMs }) => [place, press, waitMs]),
  ])
  const known = waits.map(({ waitMs }) => waitMs).filter((ms) => !Number.isNaN(ms))
  return { slowest_click_chunk_ms: Math.max(0, ...known) }
}

const kib = (bytes = 0) => Math.round((bytes / 1024) * 10) / 10

const modelTriangles = 19_000

const placeOfModel = async (server: ServerProcess) =>
  ({
    name: 'viewer',
    address: `/asset/${await storedModel(server)}`,
    ready: `globalThis.probe.firstFrameMs > 0 && document.querySelector('canvas')`,
    triangles: modelTriangles,
  }) as const

async function storedModel({ url }: ServerProcess): Promise<string> {
  const find = async () => {
    const response = await fetch(`${url}/api/assets`)
    const { assets } = (await response.json()) as { assets: { id: string }[] }
    return assets[0]?.id
  }
  const known = await find()
  if (known !== undefined) return known
  await generateSampleModel(url)
  return (await find()) ?? ''
}

async function profile(browser: Browser, { cookie }: ServerProcess): Promise<BrowserContext> {
  const context = await browser.newContext()
  if (cookie) await context.addCookies([cookie])
  return context
}

async function firstVisit(browser: Browser, server: ServerProcess, place: Place) {
  const context = await profile(browser, server)
  const seen = await visit(context, server, { place, isSlow: false })
  await context.close()
  return seen
}

async function visit(
  context: BrowserContext,
  { url }: ServerProcess,
  { place, isSlow }: { place: Place; isSlow: boolean },
) {
  const page = await context.newPage()
  if (isSlow) await slowDown(context, page)
  const sizes: Promise<{ url: string; kind: Kind; bytes: number }>[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (!isKind(kind)) return
    const size = response.body().then((body) => ({
      url: response.url(),
      kind,
      bytes: kind === 'font' ? body.length : gzipSync(body, { level: 9 }).length,
    }))
    sizes.push(size)
    size.catch(() => {})
  })
  if (place.triangles !== undefined) await probeFrames(page, place.triangles)
  await page.addInitScript(noteWhenSeen(place.ready))
  await page.goto(url + place.address, { waitUntil: 'commit' })
  const { usableMs, needed } = (await page.evaluate('globalThis.usable')) as Usable
  const bytes = { script: 0, stylesheet: 0, font: 0 }
  for (const size of await Promise.allSettled(sizes)) {
    if (size.status === 'rejected' || !needed.includes(size.value.url)) continue
    bytes[size.value.kind] += size.value.bytes
  }
  await page.close()
  return { bytes, usableMs }
}

type Kind = 'script' | 'stylesheet' | 'font'
const isKind = (kind: string): kind is Kind => /^(?:script|stylesheet|font)$/.test(kind)

type Usable = {
  usableMs: number
  needed: string[]
}

/**
 * Records in the page when an element becomes visible, in milliseconds since navigation. Polling
 * from outside would slow down the page.
 */
const noteWhenSeen = (element: string) => `
  globalThis.usable = new Promise((resolve) => {
    const look = () => {
      const found = ${element}
      const isSeen = found && found.checkVisibility() && found.getBoundingClientRect().height > 0
      if (!isSeen) return requestAnimationFrame(look)
      const usableMs = globalThis.probe?.firstFrameMs ?? performance.now()
      const loaded = performance.getEntriesByType('resource').filter((one) => one.responseEnd <= usableMs)
      resolve({ usableMs, needed: loaded.map(({ name }) => name) })
    }
    requestAnimationFrame(look)
  })`
