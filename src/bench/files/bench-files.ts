import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { chromiumArguments } from '#testing/chromium-arguments.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { printTable } from '../table.ts'
import { contactSheets } from './contact-sheet.ts'
import { startOtherReader } from './other-reader.ts'
import { benchReading } from './reading/bench-reading.ts'

const modelPattern =
  /\.(glb|gltf|fbx|usdz|obj|stl|ply|3mf|splat|spz|vrm|vox|dae|3ds|amf|step|stp)$/i
const companionPattern = /\.(bin|mtl|png|jpe?g|webp|ktx2|tga|bmp|gif)$/i
const brokenPattern =
  /mustfail|invalid|corrupt|broken|malformed|empty|unsupported|nonexist|outofrange|failure|wrongtype|missing|infinite|techniquewebgl/i
const companionsMax = 200
const openMaxMs = 45_000
/** Milliseconds after the first frame until the picture is complete. */
const settleMs = 400
/** A picture shows nothing if the standard deviation of all its channels is below this value. */
const emptyDeviation = 0.4

type Opening = {
  path: string
  outcome: 'shown' | 'empty' | 'refused' | 'hung'
  firstPictureMs?: number
  says: string
  /** True if another program opens the file. Only tested for files that this app did not show. */
  isOpenedElsewhere?: boolean
}

/**
 * Opens every model file of the folder `BOZZETTO_MODEL_FILES` in the built app. A file that the app
 * does not show counts as a failure only if another reader opens it. `BOZZETTO_MODEL_FILES_MAX`
 * limits the number of files, and `BOZZETTO_MODEL_FILES_MATCH` is a pattern for their paths.
 * `BOZZETTO_MODEL_FILES_SHEETS` is a folder for pictures of the shown models.
 */
export async function benchFiles(): Promise<Record<string, number>> {
  const reading = await benchReading()
  const folder = process.env['BOZZETTO_MODEL_FILES']
  if (folder === undefined) {
    console.log('Skipped: BOZZETTO_MODEL_FILES names no folder of model files.')
    return reading
  }
  const files = await listFiles(folder)
  const models = choose(files.filter((path) => modelPattern.test(path)))
  const data = await mkdtemp(join(tmpdir(), 'bozzetto-files-'))
  const server = await startServerProcess(data)
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  const browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath && { executablePath }),
  })
  const other = await startOtherReader(browser)
  const sheetsFolder = process.env['BOZZETTO_MODEL_FILES_SHEETS']
  const sheets = sheetsFolder === undefined ? undefined : contactSheets(sheetsFolder)
  const seen: Opening[] = []
  try {
    for (const path of models) {
      const companions = getCompanions(path, files)
      const keep = async (png: Buffer) => sheets?.add({ png, label: relative(folder, path) })
      const one = await open({ browser, server, keep }, path, companions)
      if (one.outcome === 'refused' || one.outcome === 'hung') {
        one.isOpenedElsewhere = await other.opens([path, ...companions])
      }
      seen.push(one)
      if (one.outcome !== 'shown') {
        const elsewhere = one.isOpenedElsewhere ? ' (opened elsewhere)' : ''
        console.log(`${one.outcome}${elsewhere}  ${relative(folder, path)}  ${one.says}`)
      }
    }
  } finally {
    await sheets?.flush()
    await browser.close()
    await other.stop()
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
  return { ...reading, ...report(seen) }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

function choose(models: readonly string[]): string[] {
  const match = new RegExp(process.env['BOZZETTO_MODEL_FILES_MATCH'] ?? '', 'i')
  const wanted = models.filter((path) => match.test(path) && !brokenPattern.test(path))
  const most = Number(process.env['BOZZETTO_MODEL_FILES_MAX'] ?? wanted.length)
  const step = Math.max(1, wanted.length / most)
  return Array.from(
    { length: Math.min(most, wanted.length) },
    (_, at) => wanted[Math.floor(at * step)] ?? '',
  )
}

function getCompanions(path: string, files: readonly string[]): string[] {
  if (!/\.(glb|gltf|obj|fbx|ply)$/i.test(path)) return []
  const beside = `${dirname(path)}/`
  return files
    .filter((one) => one.startsWith(beside) && companionPattern.test(one))
    .slice(0, companionsMax)
}

type Tools = {
  readonly browser: Browser
  readonly server: ServerProcess
  readonly keep: (png: Buffer) => Promise<void>
}

async function open(
  { browser, server, keep }: Tools,
  path: string,
  more: string[],
): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } })
  const page = await context.newPage()
  try {
    if (server.cookie) await context.addCookies([server.cookie])
    await page.goto(`${server.url}/view`)
    const input = page.locator('input[type=file]').first()
    await input.waitFor({ state: 'attached' })
    const start = performance.now()
    await input.setInputFiles([path, ...more])
    const outcome = await Promise.race([
      page
        .locator('[data-state=ready]')
        .waitFor({ timeout: openMaxMs })
        .then(() => 'shown' as const),
      // This button shows that the page supports the file and asks how to open the file.
      page
        .getByRole('button', { name: 'Open a simplified copy' })
        .waitFor({ timeout: openMaxMs })
        .then(() => 'asked' as const),
      page
        .getByRole('alert')
        .first()
        .waitFor({ timeout: openMaxMs })
        .then(() => 'refused' as const),
      page
        .locator('[data-state=failed]')
        .waitFor({ timeout: openMaxMs })
        .then(() => 'refused' as const),
    ]).catch(() => 'hung' as const)
    const firstPictureMs = performance.now() - start
    if (outcome === 'shown') await page.waitForTimeout(settleMs)
    await keep(await page.screenshot())
    if (outcome === 'refused' || outcome === 'hung')
      return { path, outcome, says: await told(page) }
    if (outcome === 'asked') return { path, outcome: 'shown', says: '' }
    const isEmpty = await looksEmpty(page)
    return { path, outcome: isEmpty ? 'empty' : 'shown', firstPictureMs, says: '' }
  } catch (error) {
    return { path, outcome: 'hung', says: String(error).slice(0, 200) }
  } finally {
    await context.close()
  }
}

async function told(page: Page): Promise<string> {
  const texts: string[] = []
  for (const place of [page.getByRole('alert'), page.locator('[data-state=failed]')]) {
    texts.push(...(await place.allInnerTexts().catch((): string[] => [])))
  }
  return texts.join(' ').slice(0, 300)
}

async function looksEmpty(page: Page): Promise<boolean> {
  const middle = { x: 100, y: 110, width: 600, height: 380 }
  const { channels } = await sharp(await page.screenshot({ clip: middle })).stats()
  return channels.every(({ stdev }) => stdev < emptyDeviation)
}

function report(seen: readonly Opening[]): Record<string, number> {
  const kinds = [...new Set(seen.map(({ path }) => getKind(path)))].toSorted()
  const count = (kind: string, outcome: Opening['outcome']) =>
    seen.filter((one) => getKind(one.path) === kind && one.outcome === outcome).length
  printTable([
    ['kind', 'shown', 'empty', 'refused', 'hung'],
    ...kinds.map((kind) => [
      kind,
      ...(['shown', 'empty', 'refused', 'hung'] as const).map((outcome) => count(kind, outcome)),
    ]),
  ])
  const times = seen.flatMap(({ firstPictureMs }) => firstPictureMs ?? []).toSorted((a, b) => a - b)
  const refused = seen.filter(({ outcome }) => outcome === 'refused' || outcome === 'hung')
  const notOpened = refused.filter(({ isOpenedElsewhere }) => isOpenedElsewhere).length
  const openable = seen.length - refused.length + notOpened
  return {
    files: seen.length,
    files_refused: refused.length,
    files_not_opened_share: Number((notOpened / Math.max(1, openable)).toFixed(3)),
    files_empty: seen.filter(({ outcome }) => outcome === 'empty').length,
    first_picture_p90_ms: Math.round(times[Math.floor(times.length * 0.9)] ?? 0),
  }
}

const getKind = (path: string): string => (basename(path).split('.').at(-1) ?? '').toLowerCase()
