import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  framedSide,
  computeFraming,
  meansInFrame,
  priorPicture,
  priorSide,
  type Framing,
} from '#engine/fields/prior/picture.ts'
import { createRandom } from '#engine/random.ts'
import { linearFromSrgb8 } from '#engine/raster/colour-space.ts'
import { coveredBox } from '#engine/raster/covered-box.ts'
import { cacheFolder, findClone, readPlain } from '../others/fetch-models.ts'
import {
  selectHalf,
  createModelName,
  readList,
  readTable,
  type Listed,
  type ModelSource,
} from '../others/list.ts'
import {
  photograph,
  type Photograph,
  type JoinedScene,
  type CameraShot,
} from '../others/photograph.ts'
import { readSubject } from '../others/take-pictures.ts'
import { rotateSolid, type Angle, type TriangleSolid } from '../views.ts'
import { getBoundingBox, createVisualHull, isWithin, type VisualHull } from './hull.ts'
import { calculateOccupancy } from './occupancy.ts'

const samplesFolder = join(cacheFolder, '../prior-samples')
const pictureSide = 144
const looseSide = 24

type Model = Omit<Listed, 'yaw'> & { readonly part: 'train' | 'tuning' | 'held_out' }

const research = new URL('../../../engine/research/shape-prior/', import.meta.url)

async function listModels(): Promise<Model[]> {
  const file = await readFile(new URL('sources.json', research), 'utf8')
  const sources: Record<string, ModelSource> = JSON.parse(file)
  const rows = await readTable(new URL('paths.tsv', research))
  const bench = new Map((await readList()).map((each) => [each.name, each]))
  const models: Model[] = []
  for (const [key, source] of Object.entries(sources)) {
    const blobs = await readBlobs(source)
    const listed = rows.flatMap(([owner, folder, names]) =>
      owner === key ? names.split('|').map((name) => `${folder}/${name}`) : [],
    )
    for (const path of listed) {
      const name = createModelName(key, path)
      const known = bench.get(name)
      models.push({
        name,
        source,
        path,
        blob: blobs.get(path) ?? '',
        kind: known?.kind ?? path.split('/').at(-2) ?? '',
        part: known ? selectHalf(name) : 'train',
      })
    }
  }
  return models
}

async function readBlobs(source: ModelSource): Promise<Map<string, string>> {
  const list = ['-C', await findClone(source), 'ls-tree', '-r', '-z', source.commit]
  const { stdout } = await promisify(execFile)('git', list, { maxBuffer: 2 ** 26 })
  return new Map(
    stdout.split('\0').flatMap((line) => {
      const [about, path] = line.split('\t')
      return path ? [[path, about.split(' ')[2]] as const] : []
    }),
  )
}

/**
 * Writes training samples beside the cache of models. A sample has 4 × 64 × 64 bytes of picture, 64
 * × 64 of nearness, and 48 × 32 × 32 of occupied space. For models of the benchmark, stores only
 * the shape, so that the training can exclude similar models. Keeps existing samples.
 * @returns the number of models.
 */
export async function makePriorSamples(): Promise<Record<string, number>> {
  await mkdir(samplesFolder, { recursive: true })
  let models = 0
  for (const [k, model] of shuffled(await listModels()).entries()) {
    const base = join(samplesFolder, String(k).padStart(5, '0'))
    models++
    if (existsSync(`${base}.json`)) continue
    try {
      const { about, bytes } = await createSamples(model, createRandom(k + 1))
      await writeFile(`${base}.bin`, bytes)
      await writeFile(`${base}.json`, JSON.stringify(about))
    } catch (error) {
      models--
      console.log(`${model.name} is left out.`, error)
    }
  }
  console.log(`(in ${samplesFolder})`)
  return { prior_models: models }
}

async function createSamples(model: Model, random: () => number) {
  const subject = await readSubject({ ...model, yaw: 0 }, await readPlain({ ...model, yaw: 0 }))
  const { scene, isFlat } = subject
  const hull = createVisualHull(scene)
  const shots = model.part === 'held_out' ? [] : getShots(isFlat, random)
  const samples = shots.map((shot) => createSample(scene, hull, shot))
  const { name, part, kind, blob, path, source } = model
  const about = { name, part, kind, blob, path, source: source.repository }
  return { about, bytes: Buffer.concat([looseShape(hull), ...samples]) }
}

function looseShape(hull: VisualHull): Uint8Array {
  const long = Math.max(...hull.size)
  const out = new Uint8Array(looseSide ** 3)
  const at = (n: number, c: number) => ((n + 0.5) / looseSide - 0.5) * (long / hull.size[c])
  for (let z = 0, i = 0; z < looseSide; z++) {
    for (let y = 0; y < looseSide; y++) {
      for (let x = 0; x < looseSide; x++, i++) {
        if (isWithin(hull, at(x, 0), at(y, 1), at(z, 2))) out[i] = 1
      }
    }
  }
  return out
}

function getShots(isFlat: boolean, random: () => number): CameraShot[] {
  const within = (from: number, to: number) => from + (to - from) * random()
  const sides = [0, 90, 180, 270]
  const shots: CameraShot[] = []
  for (const yaw of sides) shots.push({ yaw: yaw + within(-3, 3), pitch: within(-1, 3), fov: 0 })
  const from = sides[Math.floor(random() * 4)]
  for (const quarter of [0, 90, 180]) {
    const aside = within(22, 48) * (random() < 0.5 ? -1 : 1)
    shots.push({ yaw: from + quarter + aside, pitch: within(10, 30), fov: 0 })
  }
  for (const quarter of [0, 180]) {
    shots.push({ yaw: from + quarter + within(-5, 5), pitch: within(4, 14), fov: within(18, 32) })
    const aside = within(12, 34) * (random() < 0.5 ? -1 : 1)
    shots.push({ yaw: from + 90 + quarter + aside, pitch: within(8, 24), fov: within(34, 52) })
  }
  if (!isFlat) return shots
  return shots.map((shot, k) => ({
    ...shot,
    pitch: k < 4 ? within(84, 90) : Math.max(shot.pitch, within(34, 50)),
  }))
}

function createSample(scene: JoinedScene, hull: VisualHull, shot: CameraShot): Uint8Array {
  const taken = photograph(scene, shot, pictureSide)
  const { rgba, side } = taken
  const planes = [0, 1, 2, 3].map((c) =>
    Float32Array.from({ length: side * side }, (_, i) =>
      c === 3 ? rgba[i * 4 + 3] / 255 : linearFromSrgb8[rgba[i * 4 + c]],
    ),
  )
  const picture = {
    width: side,
    height: side,
    alpha: planes[3],
    linear: [planes[0], planes[1], planes[2]] as const,
  }
  const framing = computeFraming(coveredBox({ ...picture, data: picture.alpha }))
  const seen = priorPicture(picture, framing)
  const bytes = Uint8Array.from(seen.subarray(0, 4 * priorSide * priorSide), (value) =>
    Math.round(Math.min(1, value) * 255),
  )
  const occupancy = calculateOccupancy(hull, shot, turnedBox(scene, hull, shot))
  return Buffer.concat([bytes, getNearness(taken, framing), occupancy])
}

/**
 * Number of byte levels for the long side of the object. `levelAtMiddle` is the level at the middle
 * of the model's depth.
 */
const levelsLong = 110
const levelAtMiddle = 128
function getNearness({ nearness, side }: Photograph, framing: Framing): Uint8Array {
  const long = (framedSide * framing.step) / side
  const means = meansInFrame(framing, (px, py) => {
    const [x, y] = [Math.floor(px), Math.floor(py)]
    const isIn = x >= 0 && y >= 0 && x < side && y < side
    return isIn ? nearness[y * side + x] / long : Number.NaN
  })
  return Uint8Array.from(means, (mean) => {
    if (Number.isNaN(mean)) return 0
    return Math.min(255, Math.max(1, Math.round(levelAtMiddle + levelsLong * mean)))
  })
}

function turnedBox({ positions, indices }: TriangleSolid, { middle }: VisualHull, angle: Angle) {
  const centred = positions.map((value, k) => value - middle[k % 3])
  return getBoundingBox(rotateSolid({ positions: centred, indices }, angle))
}

function shuffled<T>(values: readonly T[]): T[] {
  const random = createRandom(7)
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
