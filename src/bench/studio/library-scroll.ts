import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { chromium, type Page, type Request } from 'playwright'
import sharp from 'sharp'
import { newId } from '#lib/id.ts'
import { startServerProcess } from '../server-process.ts'
import { printTable } from '../table.ts'

const assetCount = 10_000
const pictureCount = 60
const framesMeasured = 600
/** Pixels per frame of fast scrolling: 9,000 px per second at 60 frames per second. */
const pxPerFrame = 150
const loadTimeoutMs = 180_000
const quietMs = 1_000

/** Measures the frames while a browser scrolls a library of 10,000 models. */
export async function benchLibraryScroll(): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  try {
    await fillLibrary(folder)
    const server = await startServerProcess(folder)
    const browser = await chromium.launch({
      args: ['--no-sandbox'],
      ...(executablePath && { executablePath }),
    })
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      if (server.cookie) await page.context().addCookies([server.cookie])
      await page.goto(`${server.url}/library`)
      await page.getByRole('list', { name: 'Models' }).getByRole('link').first().waitFor()
      const figures = await scroll(page)
      printTable([
        [`library of ${assetCount.toLocaleString('en')} models`, 'ms', 'goal'],
        [
          `a frame while scrolling ${pxPerFrame} px each (95th percentile)`,
          figures.library_10k_scroll_p95_frame_ms,
          '< 34',
        ],
        ['the same, median', figures.library_10k_scroll_median_frame_ms, ''],
        [
          'script and layout in a frame (95th percentile)',
          figures.library_10k_scroll_p95_work_ms,
          '',
        ],
        ['cards in the page at most', figures.library_10k_cards_in_page, ''],
      ])
      return figures
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fillLibrary(folder: string): Promise<void> {
  const pictures: string[] = []
  for (let at = 0; at < pictureCount; at++) {
    const background = `hsl(${at * 6}, 60%, 50%)`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><circle cx="128" cy="128" r="100" fill="${background}"/></svg>`
    pictures.push(await storeBlob(folder, await sharp(Buffer.from(svg)).webp().toBuffer()))
  }
  // The first start of the server creates the tables.
  await (await startServerProcess(folder)).stop()
  const database = await PGlite.create(path.join(folder, 'postgres'))
  try {
    await database.query(
      `insert into assets (id, name, mime_type, size_bytes, sha256, blob_key, thumbnail_key, tags, recipe)
      select $1 || lpad(at::text, 10, '0'), 'Model ' || at, 'model/gltf-binary', 1000000 + at,
        repeat('a', 64), repeat('a', 64), ($2::text[])[1 + at % $3], '{bench}',
        jsonb_build_object('modelId', 'local/image-to-3d', 'seed', at, 'inputSha256', '[]'::jsonb,
          'params', '{"face_limit":20000,"detail":1,"style":"auto"}'::jsonb)
      from generate_series(1, $4) as at`,
      [newId().slice(0, 10), pictures, pictureCount, assetCount],
    )
  } finally {
    await database.close()
  }
}

async function storeBlob(folder: string, bytes: Buffer): Promise<string> {
  const key = createHash('sha256').update(bytes).digest('hex')
  const place = path.join(folder, 'blobs', key.slice(0, 2))
  await mkdir(place, { recursive: true })
  await writeFile(path.join(place, key), bytes)
  return key
}

type Frames = { deltas: number[]; work: number[]; cards: number }

async function picturesAtRest(page: Page): Promise<void> {
  let lastMs = performance.now()
  const came = (request: Request) => {
    if (request.resourceType() === 'image') lastMs = performance.now()
  }
  page.on('requestfinished', came)
  const endMs = lastMs + 60_000
  while (performance.now() < Math.min(endMs, lastMs + quietMs)) await page.waitForTimeout(100)
  page.off('requestfinished', came)
}

async function scroll(page: Page) {
  await page.evaluate(`(async () => {
    const scroller = document.querySelector('[data-scroller]')
    const begun = performance.now()
    while (!document.querySelector('[aria-posinset="${assetCount}"]')) {
      if (performance.now() - begun > ${loadTimeoutMs}) throw new Error('The list does not end.')
      scroller.scrollTop = scroller.scrollHeight
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()`)
  await page.evaluate(`{
    const scroller = document.querySelector('[data-scroller]')
    scroller.scrollTop = scroller.scrollHeight / 2
  }`)
  await picturesAtRest(page)
  const { deltas, work, cards } = await page.evaluate<Frames>(`(async () => {
    const scroller = document.querySelector('[data-scroller]')
    const deltas = []
    const work = []
    let cards = 0
    let last
    await new Promise((resolve) => {
      const step = (now) => {
        if (last !== undefined) deltas.push(now - last)
        last = now
        if (deltas.length >= ${framesMeasured}) return resolve()
        const begun = performance.now()
        scroller.scrollTop += ${pxPerFrame}
        scroller.dispatchEvent(new Event('scroll'))
        document.body.getBoundingClientRect()
        work.push(performance.now() - begun)
        cards = Math.max(cards, document.querySelectorAll('[aria-posinset]').length)
        requestAnimationFrame(step)
      }
      requestAnimationFrame(step)
    })
    return { deltas, work, cards }
  })()`)
  return {
    library_10k_scroll_p95_frame_ms: fraction(deltas, 0.95),
    library_10k_scroll_median_frame_ms: fraction(deltas, 0.5),
    library_10k_scroll_p95_work_ms: fraction(work, 0.95),
    library_10k_cards_in_page: cards,
  }
}

const fraction = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length * part)] ?? Number.NaN) * 10) / 10
}
