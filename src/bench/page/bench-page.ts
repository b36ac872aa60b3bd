import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright'
import { chromiumArguments } from '../chromium-arguments.ts'
import { startServerProcess, type ServerProcess } from '../server-process.ts'
import { median, printTable } from '../table.ts'

const rounds = 5

/** Places and what tells that one can begin to work there. */
const places = [
  { name: 'chat', address: '/chat', ready: 'textarea' },
  { name: 'studio', address: '/', ready: 'button:has-text("Generate")' },
  { name: 'library', address: '/library', ready: 'main h1, main h2' },
] as const

/** What a first visit downloads and how soon the place can be used, in a fresh browser profile. */
export async function benchPage(): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  const server = await startServerProcess(folder)
  const browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath && { executablePath }),
  })
  const figures: Record<string, number> = {}
  const rows: (string | number)[][] = [
    ['first visit', 'script gzip KiB', 'style gzip KiB', 'font KiB', 'usable ms'],
  ]
  try {
    for (const place of places) {
      const visits = []
      for (let round = 0; round < rounds; round++) {
        visits.push(await visit(browser, server, place))
      }
      const [first] = visits
      const usableMs = Math.round(median(visits.map((one) => one.usableMs)))
      figures[`${place.name}_script_gzip_kib`] = kib(first?.bytes.script)
      figures[`${place.name}_usable_ms`] = usableMs
      rows.push([
        place.name,
        kib(first?.bytes.script),
        kib(first?.bytes.stylesheet),
        kib(first?.bytes.font),
        usableMs,
      ])
    }
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  printTable(rows)
  return figures
}

const kib = (bytes = 0) => Math.round((bytes / 1024) * 10) / 10

async function visit(
  browser: Browser,
  { url, cookie }: ServerProcess,
  { address, ready }: (typeof places)[number],
) {
  const context = await browser.newContext()
  if (cookie) await context.addCookies([cookie])
  const page = await context.newPage()
  const bytes = { script: 0, stylesheet: 0, font: 0 }
  const sizes: Promise<void>[] = []
  let isUsable = false
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (isUsable || !(kind === 'script' || kind === 'stylesheet' || kind === 'font')) return
    sizes.push(
      response.body().then((body) => {
        bytes[kind] += kind === 'font' ? body.length : gzipSync(body, { level: 9 }).length
      }),
    )
  })
  const start = performance.now()
  await page.goto(url + address, { waitUntil: 'commit' })
  await page.locator(ready).first().waitFor({ state: 'visible' })
  const usableMs = performance.now() - start
  isUsable = true
  await Promise.all(sizes)
  await context.close()
  return { bytes, usableMs }
}
