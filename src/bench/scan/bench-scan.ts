import { turnMeshUpright } from '#engine/scan/turn-mesh-upright.ts'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { imageTo3d } from '#engine/image-to-3d.ts'
import { engineVersion } from '#engine/version.ts'
import { drawViews } from '#engine/thumbnail/draw-views.ts'
import { loadDraws } from '#engine/thumbnail/load-draws.ts'
import { cacheFolder, fetchModels } from '../engine/others/fetch-models.ts'
import { readList, selectHalf, type Listed, type ModelHalf } from '../engine/others/list.ts'
import {
  encodePhotograph,
  joinDraws,
  photograph,
  type JoinedScene,
} from '../engine/others/photograph.ts'
import { overlap, renderView, sideAngles, normalise, type TriangleSolid } from '../engine/views.ts'
import { median, printTable, rounded } from '../table.ts'
import { judgeScan, mean, type ScanScore } from './judge-scan.ts'
import { planShots } from './plan-shots.ts'
import { createScene, type ScanScene } from './scan-scene.ts'
import { createShadow, takePhoto } from './take-photo.ts'

/** Version of the cached photos. Increase the version after a change of the rendering. */
const version = 1
const photosFolder = join(cacheFolder, `scan-photos-${version}`)
const weightsPath = fileURLToPath(new URL('../../engine/weights/u2netp.onnx', import.meta.url))
const caseLimitMs = 1_800_000

/**
 * Models that are measured by default, few because rendering 36 photos takes a minute. All are of
 * the tuning half. `BOZZETTO_SCAN_MODELS` lists other models, or is `held_out` or `tuning`.
 */
const usual = [
  'quaternius-animals_pack-wolf',
  'furniture-gltf-chair_c',
  'pmndrs-mug-1',
  'furniture-gltf-couch',
  'pmndrs-donut-sprinkles',
  'adventurers-gltf-knight',
]
/** Number of models of each half that are scanned, of the more than 200 listed models. */
const modelsPerHalf = 24

type Made = { seconds: number; peakMib: number; used: number }
type Row = ScanScore & Made & Case & { half: ModelHalf; onePicture: number }
/** A scan that failed, with the error's sentence. */
type Failure = Case & { half: ModelHalf; failure: string }
type Case = { name: string; asked: number; engineVersion: string }

/**
 * Measures 3D scans. Renders models of other authors as photos of a phone on the printed mat, and
 * makes a model from these photos. `BOZZETTO_SCAN_PHOTOS=24` sets the number of photos, and
 * `BOZZETTO_SCAN_SHEETS` is a folder for pictures of the results. `BOZZETTO_SCAN_RESULTS` is a file
 * to which each row is appended as JSON. A run with the same file skips its rows, and
 * `BOZZETTO_SCAN_NEW=4` bounds the number of new rows.
 */
export async function benchScan(): Promise<Record<string, number>> {
  const count = Number(process.env['BOZZETTO_SCAN_PHOTOS'] ?? 36)
  const list = await readList()
  const known = await readResults()
  let left = Number(process.env['BOZZETTO_SCAN_NEW'] ?? Infinity)
  const results: (Row | Failure)[] = []
  for (const name of chooseModels(process.env['BOZZETTO_SCAN_MODELS'], list)) {
    const listed = list.find((one) => one.name === name)
    if (!listed) throw new Error(`There is no model ${name}.`)
    const wanted: Case = { name, asked: count, engineVersion }
    const old = known.find((one) => isSameCase(one, wanted))
    if (!old && left-- <= 0) continue
    const result = old ?? (await measure(listed, wanted))
    if (!old) await keepResult(result)
    results.push(result)
  }
  print(results)
  const figures: Record<string, number> = summarise(results)
  const halves = (['tuning', 'held_out'] as const).map(
    (half) => [half, results.filter((result) => result.half === half)] as const,
  )
  if (halves.every(([, part]) => part.length > 0)) {
    for (const [half, part] of halves) {
      for (const [name, value] of Object.entries(summarise(part)))
        figures[`${half}_${name}`] = value
    }
  }
  return figures
}

const isRow = (result: Row | Failure): result is Row => 'sides' in result

function summarise(results: readonly (Row | Failure)[]) {
  const rows = results.filter(isRow)
  const all = (read: (row: Row) => number) => rows.map(read)
  const thin = all(({ thinKept }) => thinKept).filter((value) => !Number.isNaN(value))
  const worse = rows.filter(({ sides, onePicture }) => sides < onePicture)
  return {
    models: results.length,
    scan_sides_solid: rounded(median(all(({ sides }) => sides)), 3),
    scan_sides_all: rounded(mean(all(({ sides }) => sides)), 3),
    scan_below_one_picture_share: rounded(worse.length / rows.length, 3),
    scan_overlap_mm: rounded(mean(all(({ overlapMm }) => overlapMm)), 3),
    scan_fscore_2pct: rounded(mean(all(({ fscore }) => fscore)), 3),
    scan_size_error_pct: rounded(
      median(rows.flatMap(({ sizeErrors }) => sizeErrors.map(Math.abs))),
      2,
    ),
    scan_thin_parts_kept: rounded(mean(thin), 3),
    scan_failed_share: rounded(1 - rows.length / results.length, 3),
    scan_seconds: rounded(median(all(({ seconds }) => seconds)), 1),
    scan_peak_mib: Math.round(Math.max(...all(({ peakMib }) => peakMib))),
  }
}

const toOrder = (name: string): string => createHash('sha256').update(`scan ${name}`).digest('hex')

/** Returns the names of the models to measure. The models of a half are chosen by a hash. */
function chooseModels(wanted: string | undefined, list: readonly Listed[]): readonly string[] {
  if (wanted !== 'held_out' && wanted !== 'tuning') return wanted?.split(',') ?? usual
  return list
    .map(({ name }) => name)
    .filter((name) => selectHalf(name) === wanted)
    .toSorted((a, b) => (toOrder(a) < toOrder(b) ? -1 : 1))
    .slice(0, modelsPerHalf)
}

const isSameCase = (a: Case, b: Case): boolean =>
  a.name === b.name && a.asked === b.asked && a.engineVersion === b.engineVersion

async function readResults(): Promise<(Row | Failure)[]> {
  const file = process.env['BOZZETTO_SCAN_RESULTS']
  if (file === undefined || !existsSync(file)) return []
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  return lines.map((line) => {
    const result = JSON.parse(line)
    // JSON has no NaN.
    return 'thinKept' in result ? { ...result, thinKept: result.thinKept ?? NaN } : result
  })
}

/** Prints and stores a result at once, so that the results of a stopped run are not lost. */
async function keepResult(result: Row | Failure): Promise<void> {
  const line = JSON.stringify(result)
  console.log(line)
  const file = process.env['BOZZETTO_SCAN_RESULTS']
  if (file !== undefined) await appendFile(file, `${line}\n`)
}

async function measure(listed: Listed, wanted: Case): Promise<Row | Failure> {
  const { name, asked: count } = wanted
  const half = selectHalf(name)
  const glb = (await fetchModels([listed])).get(name)
  if (!glb) throw new Error(`${name} could not be fetched.`)
  const scene = await createScene(name, glb)
  const folder = join(photosFolder, `${name}-${count}`)
  if (!existsSync(join(folder, 'done'))) await takePhotos(scene, folder, count)
  const target = join(folder, 'model.glb')
  const entry = fileURLToPath(new URL('scan-case.ts', import.meta.url))
  const args = ['--import', 'tsx', entry, folder, target]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: caseLimitMs })
  const made: Made | { failure: string } = JSON.parse(stdout)
  if ('failure' in made) return { ...wanted, half, ...made }
  const truth = turnMeshUpright(scene.object)
  const bytes = await readFile(target)
  const joined = joinDraws(await loadDraws(bytes, 0))
  const model = { ...joined, positions: joined.positions.map((value) => value * 1000) }
  const onePicture = await measureOnePicture(truth)
  await writeSheet(name, { folder, bytes })
  return { ...wanted, half, ...made, ...judgeScan(truth, model), onePicture }
}

async function takePhotos(scene: ScanScene, folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const shade = createShadow(scene)
  for (const [i, shot] of planShots(scene.seed, count, scene.longest).entries()) {
    const { jpeg } = await takePhoto(scene, shade, shot)
    await writeFile(join(folder, `${String(i).padStart(3, '0')}.jpg`), jpeg)
  }
  await writeFile(join(folder, 'done'), '')
}

async function measureOnePicture(truth: JoinedScene): Promise<number> {
  const picture = await encodePhotograph(photograph(truth, { yaw: 0, pitch: 0, fov: 0 }, 512))
  const { glb } = await imageTo3d(picture, { params: { texture: false, pbr: false }, weightsPath })
  const made: TriangleSolid = joinDraws(await loadDraws(glb, 0))
  const [a, b] = [normalise(truth), normalise(made)]
  return mean(
    sideAngles.map((angle) => overlap(renderView(a, angle, 256), renderView(b, angle, 256))),
  )
}

async function writeSheet(
  name: string,
  { folder, bytes }: { folder: string; bytes: Uint8Array },
): Promise<void> {
  const sheets = process.env['BOZZETTO_SCAN_SHEETS']
  if (sheets === undefined) return
  await mkdir(sheets, { recursive: true })
  const sides = [0.3, 1.87, 3.44, 5].map((yaw, k) => ({ yaw, pitch: k === 3 ? 0.9 : 0.25 }))
  const drawn = await drawViews(bytes, { sides, sidePx: 400 })
  const photo = await sharp(join(folder, '014.jpg')).resize(1067, 800, { fit: 'cover' }).toBuffer()
  const size = { width: 1867, height: 800, channels: 3 as const, background: '#777' }
  const parts = [{ input: photo, left: 0, top: 0 }]
  if (drawn) parts.push({ input: Buffer.from(drawn), left: 1067, top: 0 })
  await sharp({ create: size })
    .composite(parts)
    .jpeg()
    .toFile(join(sheets, `${name}.jpg`))
}

const digits = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(3))

function print(results: readonly (Row | Failure)[]): void {
  const rows = results.filter(isRow)
  for (const result of results) if (!isRow(result)) console.log(`${result.name}: ${result.failure}`)
  printTable([
    [
      'model',
      'half',
      'photos',
      'one picture',
      'sides',
      'mm',
      'F 2 %',
      'thin',
      'size %',
      's',
      'MiB',
    ],
    ...rows.map((row) => [
      row.name,
      row.half,
      row.used,
      ...[row.onePicture, row.sides, row.overlapMm, row.fscore, row.thinKept].map(digits),
      row.sizeErrors.map((error) => error.toFixed(1)).join(' '),
      row.seconds.toFixed(0),
      Math.round(row.peakMib),
    ]),
  ])
}
