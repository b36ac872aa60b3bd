import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, relative } from 'node:path'
import { readGlbDocument, readParts } from '../../../model-files/mesh/read-glb-parts.ts'
import { printTable, rounded } from '../../table.ts'
import { compareMeasures, type ModelMeasure, measureParts } from './measure-parts.ts'
import { hasAssimp, readWithAssimp } from './read-with-assimp.ts'

/** Kinds that our readers open without a browser. */
const kinds = ['.fbx', '.obj', '.ply', '.stl', '.3mf', '.glb', '.vrm']
const companions = /\.(?:mtl|bin|png|jpe?g|webp|bmp|gif|tga)$/i
/** Names of files that readers must reject. */
const broken =
  /mustfail|invalid|corrupt|broken|malformed|nonexist|outofrange|failure|negative_|encrypted/i
const fileMaxBytes = 20 * 2 ** 20
/** Files of one source, so that no program dominates. */
const perSource = 150

type Reading = {
  readonly path: string
  readonly kind: string
  readonly half: 'tuning' | 'held_out'
  readonly outcome: 'right' | 'wrong' | 'refused' | 'unjudged'
  readonly says: string
}

/**
 * Opens the files of the folder `BOZZETTO_BENCH_FILES`, which has one folder for each source, with
 * our readers, and compares size, area and triangles with assimp's. A hash of the name assigns a
 * file to the tuning half or the held-out half. Only files of the tuning half are named.
 */
export async function benchReading(): Promise<Record<string, number>> {
  const folder = process.env['BOZZETTO_BENCH_FILES']
  if (folder === undefined || !(await hasAssimp())) {
    console.log('Skipped: BOZZETTO_BENCH_FILES names no folder, or the command assimp is missing.')
    return {}
  }
  const seen: Reading[] = []
  for (const path of await chooseFiles(folder)) {
    const one = await judge(path, relative(folder, path))
    seen.push(one)
    const isNamed = one.half === 'tuning' && ['wrong', 'refused'].includes(one.outcome)
    if (isNamed) console.log(`${one.outcome}  ${relative(folder, path)}  ${one.says}`)
  }
  return report(seen)
}

async function chooseFiles(folder: string): Promise<string[]> {
  const chosen: string[] = []
  const contents = new Set<string>()
  for (const source of (await readdir(folder)).toSorted()) {
    const entries = await readdir(join(folder, source), { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile() && kinds.includes(extname(entry.name).toLowerCase()))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !broken.test(path))
      .toSorted((a, b) => hash(a).localeCompare(hash(b)))
    let count = 0
    for (const path of paths) {
      const { size } = await stat(path)
      if (count === perSource) break
      if (size > fileMaxBytes || size < 200) continue
      const content = hash(await readFile(path))
      if (contents.has(content)) continue
      contents.add(content)
      chosen.push(path)
      count++
    }
  }
  return chosen
}

const hash = (content: string | Uint8Array): string =>
  createHash('sha1').update(content).digest('hex')

const getHalf = (name: string): Reading['half'] =>
  Number.parseInt(hash(basename(name)).slice(0, 2), 16) % 2 === 0 ? 'tuning' : 'held_out'

async function judge(path: string, name: string): Promise<Reading> {
  const one = { path, kind: extname(path).toLowerCase().slice(1), half: getHalf(name) }
  const other = await readReference(path)
  if (!other) return { ...one, outcome: 'unjudged', says: '' }
  try {
    const candidates = await readOwn(path)
    const differences = candidates.map((own) => compareMeasures(own, other))
    const best = differences.toSorted((a, b) => a.length - b.length)[0] ?? ['no triangles']
    const isRight = best.length === 0
    return { ...one, outcome: isRight ? 'right' : 'wrong', says: best.join(', ') }
  } catch (error) {
    return { ...one, outcome: 'refused', says: error instanceof Error ? error.message : '' }
  }
}

/**
 * Returns assimp's measure. Test data of FBX readers has an OBJ with the same content beside it, such
 * as `cube.obj` for `cube_7400_binary.fbx`, which assimp reads more reliably.
 */
async function readReference(path: string): Promise<ModelMeasure | undefined> {
  const plain = path.replace(/_\d{4}_(?:binary|ascii)\.fbx$/i, '.obj')
  const other = plain === path ? undefined : await readWithAssimp(plain)
  return other ?? readWithAssimp(path)
}

type Reader = {
  importFiles: (
    files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[],
    options: { units: Readonly<Record<string, string>> },
  ) => Promise<{ glb: Uint8Array<ArrayBuffer> }>
}

/** Loads the readers by their address, because some of them need the types of a browser. */
const loadReader = async (): Promise<Reader> =>
  (await import(
    String(new URL('../../../model-files/import/import-files.ts', import.meta.url))
  )) as Reader

/** Returns the measures as shown, and without skins and morphs, because assimp ignores these. */
async function readOwn(path: string): Promise<ModelMeasure[]> {
  const names = [
    basename(path),
    ...(await readdir(dirname(path))).filter((one) => companions.test(one)),
  ]
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      bytes: new Uint8Array(await readFile(join(dirname(path), name))),
    })),
  )
  const isGlb = /\.glb$/i.test(path)
  const units = { obj: 'm', ply: 'm', stl: 'm' } as const
  const [main] = files
  const { importFiles } = await loadReader()
  const glb = isGlb ? main?.bytes : (await importFiles(files, { units })).glb
  if (!glb) return []
  const document = await readGlbDocument(glb)
  const shown = measureParts(readParts(document).parts)
  for (const node of document.getRoot().listNodes()) node.setSkin(null).setWeights([])
  for (const mesh of document.getRoot().listMeshes()) mesh.setWeights([])
  const still = measureParts(readParts(document).parts)
  return [shown, still].filter((one) => one !== undefined)
}

function report(seen: readonly Reading[]): Record<string, number> {
  const count = (half: Reading['half'], outcome?: Reading['outcome'], kind?: string) =>
    seen.filter(
      (one) =>
        one.half === half &&
        (outcome === undefined || one.outcome === outcome) &&
        (kind === undefined || one.kind === kind),
    ).length
  const getShare = (half: Reading['half'], kind?: string) => {
    const right = count(half, 'right', kind)
    return right / Math.max(1, right + count(half, 'wrong', kind) + count(half, 'refused', kind))
  }
  const outcomes = ['right', 'wrong', 'refused', 'unjudged'] as const
  printTable([
    ['held-out half', ...outcomes, 'share'],
    ...kinds
      .map((kind) => kind.slice(1))
      .map((kind) => [
        kind,
        ...outcomes.map((outcome) => count('held_out', outcome, kind)),
        rounded(getShare('held_out', kind), 3),
      ]),
  ])
  return {
    reading_files: seen.length,
    reading_judged: seen.filter(({ outcome }) => outcome !== 'unjudged').length,
    opened_right_share: rounded(getShare('held_out'), 3),
    opened_right_share_tuning: rounded(getShare('tuning'), 3),
  }
}
