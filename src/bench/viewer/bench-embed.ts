import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from 'playwright'
import type { Figures } from '../run-parts.ts'
import { chromiumArguments } from '#testing/chromium-arguments.ts'
import { serveFolder } from '../serve-folder.ts'
import { startServerProcess } from '../server-process.ts'
import { median, printTable } from '../table.ts'
import { makeBall } from './models.ts'
import { serveViewers } from './page-server.ts'
import { probeFrames, type ProbeResult } from './probe.ts'

const rounds = process.env['BOZZETTO_BENCH_QUICK'] === '1' ? 1 : 7
const triangles = 20_000
const timeoutMs = 60_000
/** Milliseconds after the first frame in which requests are still counted. */
const settleMs = 2_000

type Visit = { requests: string[]; visibleMs: number }

/**
 * Measures the first visit of a page that embeds a shared model: the requests of the frame, and the
 * time until the model is drawn, compared with the same model in `<model-viewer>`.
 */
export async function benchEmbed(): Promise<Figures> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const model = await makeBall(triangles)
  const viewers = await serveViewers(new Map([['ball', model]]), ['model-viewer'])
  const pages = new Map<string, Uint8Array>()
  const site = await serveFolder(await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-')), {
    bodies: pages,
  })
  const server = await startServerProcess(folder, 'direct', { BOZZETTO_EMBED_ORIGINS: site.url })
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  const launch = () =>
    chromium.launch({ args: chromiumArguments, ...(executablePath && { executablePath }) })
  try {
    const address = server.url + (await shareModel(server.url, model))
    pages.set('/page.html', new TextEncoder().encode(embedPage(`${address}?look=clean&turn=1`)))
    const visits: Record<'ours' | 'model-viewer', Visit[]> = { ours: [], 'model-viewer': [] }
    for (let round = 0; round < rounds; round++) {
      visits.ours.push(await visit(await launch(), `${site.url}/page.html`))
      visits['model-viewer'].push(
        await visit(await launch(), `${viewers.url}/model-viewer/page.html?model=/models/ball.glb`),
      )
    }
    const visibleMs = (name: keyof typeof visits) =>
      Math.round(median(visits[name].map((one) => one.visibleMs)))
    const requests = Math.max(...visits.ours.map((one) => one.requests.length))
    printTable([
      ['embedded model', 'requests', 'visible ms'],
      ['ours', requests, visibleMs('ours')],
      [
        'model-viewer',
        Math.max(...visits['model-viewer'].map((one) => one.requests.length)),
        visibleMs('model-viewer'),
      ],
    ])
    if (process.env['BOZZETTO_EMBED_LIST']) console.log(visits.ours[0]?.requests.join('\n'))
    return {
      embed_requests: requests,
      embed_visible_ms: visibleMs('ours'),
      embed_visible_ratio_vs_model_viewer:
        Math.round((visibleMs('ours') / visibleMs('model-viewer')) * 100) / 100,
    }
  } finally {
    await server.stop()
    await Promise.all([viewers.stop(), site.stop(), rm(folder, { recursive: true, force: true })])
  }
}

const embedPage = (address: string) =>
  `<!doctype html><title>Shop</title><iframe src="${address}" title="Ball" width="1200" height="675"></iframe>`

async function shareModel(url: string, model: Uint8Array): Promise<string> {
  const send = async (
    method: string,
    target: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<unknown> => {
    const response = await fetch(url + target, {
      method,
      ...(body && { body }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`${target} failed: ${await response.text()}`)
    return response.json()
  }
  const { id } = (await send('POST', '/api/assets?name=Ball', new Uint8Array(model))) as {
    id: string
  }
  const share = (await send('PUT', `/api/assets/${id}/share`)) as { path: string }
  return share.path
}

/** Visits a page and closes the browser. Returns all requests except the request for the page. */
async function visit(browser: Browser, address: string): Promise<Visit> {
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    // A screenshot starts the GPU process, so that its start is not measured.
    await page.screenshot()
    const requests: string[] = []
    page.context().on('request', (request) => {
      if (request.url() !== address && /^https?:/.test(request.url())) requests.push(request.url())
    })
    await probeFrames(page, triangles)
    await page.goto(address, { waitUntil: 'commit' })
    const startMs = await page.evaluate(() => performance.timeOrigin)
    const frame = () => page.frames()[1] ?? page.mainFrame()
    const getVisibleMs = () =>
      frame()
        .evaluate(() => {
          const { probe } = globalThis as unknown as { probe?: ProbeResult }
          return probe?.firstFrameMs ? performance.timeOrigin + probe.firstFrameMs : 0
        })
        // The evaluation fails if the frame navigates meanwhile.
        .catch(() => 0)
    let drawnMs = 0
    for (const endMs = Date.now() + timeoutMs; drawnMs === 0; drawnMs = await getVisibleMs()) {
      if (Date.now() > endMs) throw new Error(`${address} drew no model within a minute.`)
      await page.waitForTimeout(100)
    }
    await page.waitForTimeout(settleMs)
    return { requests, visibleMs: drawnMs - startMs }
  } finally {
    await browser.close()
  }
}
