import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join, relative } from 'node:path'
import { printTable, rounded } from '../../table.ts'
import { countVoxels } from './count-voxels.ts'
import { compareMeasures, type ModelMeasure } from './measure-parts.ts'
import { compareMotion, readOwn } from './read-own.ts'
import { measureOwnScene } from './read-own-scene.ts'
import { readWithGmsh } from './read-with-gmsh.ts'
import { hasAssimp, readWithAssimp } from './read-with-assimp.ts'
import { compileUfbx, type UfbxReading } from './read-with-ufbx.ts'

const kinds = [
  '.fbx',
  '.obj',
  '.ply',
  '.stl',
  '.3mf',
  '.glb',
  '.vrm',
  '.amf',
  '.dae',
  '.3ds',
  '.vox',
  '.step',
  '.stp',
]
/** Kinds of files whose readers do not return a GLB without a browser. */
const sceneKinds = ['dae', '3ds', 'step', 'stp']
const broken =
  /mustfail|invalid|corrupt|broken|malformed|nonexist|outofrange|failure|negative_|encrypted/i
const fileMaxBytes = 20 * 2 ** 20
/** Maximum number of files from one source, so that no source dominates the result. */
const perSource = 150

type Reading = {
  readonly path: string
  readonly kind: string
  readonly half: 'tuning' | 'held_out'
  readonly outcome: 'right' | 'wrong' | 'refused' | 'unjudged'
  readonly says: string
  /**
   * True if the first animation moves as in the library ufbx. Undefined without an animation or
   * without ufbx.
   */
  readonly isMotionRight?: boolean | undefined
}

type ReadFbx = (path: string) => Promise<UfbxReading | undefined>

/**
 * Reads the files of the folder `BOZZETTO_BENCH_FILES`, which has one folder per source. Compares
 * size, position, area, triangles and materials with the result of the library assimp. Compares FBX
 * files with the library ufbx if `BOZZETTO_BENCH_UFBX` is the folder of its sources. A hash of the
 * name assigns each file to one of two halves: one half is used for tuning, and only its files are
 * named.
 */
export async function benchReading(): Promise<Record<string, number>> {
  const folder = process.env['BOZZETTO_BENCH_FILES']
  if (folder === undefined || !(await hasAssimp())) {
    console.log('Skipped: BOZZETTO_BENCH_FILES names no folder, or the command assimp is missing.')
    return {}
  }
  const sources = process.env['BOZZETTO_BENCH_UFBX']
  const readFbx = sources === undefined ? undefined : await compileUfbx(sources)
  const seen: Reading[] = []
  for (const path of await chooseFiles(folder)) {
    const name = relative(folder, path)
    const one = await judge({ path, name }, readFbx)
    seen.push(one)
    if (one.half !== 'tuning') continue
    if (['wrong', 'refused'].includes(one.outcome)) {
      console.log(`${one.outcome}  ${name}  ${one.says}`)
    }
    if (one.isMotionRight === false) console.log(`motion  ${name}`)
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

async function judge(
  { path, name }: { readonly path: string; readonly name: string },
  readFbx: ReadFbx | undefined,
): Promise<Reading> {
  const one = { path, kind: extname(path).toLowerCase().slice(1), half: getHalf(name) }
  const fbx = one.kind === 'fbx' ? await readFbx?.(path) : undefined
  const other = fbx ?? (await readReference(path))
  if (!other) return { ...one, outcome: 'unjudged', says: '' }
  try {
    if (sceneKinds.includes(one.kind)) {
      const own = await measureOwnScene(path)
      const differences = own ? compareMeasures(own, other) : ['no triangles']
      const isRight = differences.length === 0
      return { ...one, outcome: isRight ? 'right' : 'wrong', says: differences.join(', ') }
    }
    const { measures, document } = await readOwn(path)
    const differences = measures.map((own) => compareMeasures(own, other))
    const best = differences.toSorted((a, b) => a.length - b.length)[0] ?? ['no triangles']
    const outcome = best.length === 0 ? 'right' : 'wrong'
    const isMotionRight = fbx && compareMotion(document, fbx)
    return { ...one, outcome, says: best.join(', '), isMotionRight }
  } catch (error) {
    return { ...one, outcome: 'refused', says: error instanceof Error ? error.message : '' }
  }
}

/**
 * Measures a file with another program: Gmsh for STEP, a voxel counter for VOX, assimp for the
 * others. Test files of FBX readers often have the same content as an OBJ file, such as `cube.obj`
 * for `cube_7400_binary.fbx`. Assimp reads OBJ more reliably, so it measures that file instead.
 */
async function readReference(path: string): Promise<ModelMeasure | undefined> {
  if (/\.(?:step|stp)$/i.test(path)) return readWithGmsh(path)
  if (/\.vox$/i.test(path)) return countVoxels(path)
  if (/\.ply$/i.test(path) && (await isUnreadablePly(path))) return undefined
  const plain = path.replace(/_\d{4}_(?:binary|ascii)\.fbx$/i, '.obj')
  const other = plain === path ? undefined : await readWithAssimp(plain)
  // The program that wrote the OBJ file may have changed the unit and the axes.
  return other ? { ...other, box: undefined, materials: undefined } : readWithAssimp(path)
}

/**
 * Returns whether assimp 5 misreads a PLY file. Assimp 5 reads only the first triangle of strips (3
 * of 23,105 points of `hippo.ply`), and fills cut-off text with triangles at the first point.
 */
async function isUnreadablePly(path: string): Promise<boolean> {
  const text = await readFile(path, 'latin1')
  const end = text.indexOf('end_header')
  const header = text.slice(0, end)
  if (/^element tristrips /m.test(header)) return true
  if (!/^format ascii /m.test(header)) return false
  const stated = Array.from(header.matchAll(/^element \w+ (\d+)/gm), ([, count]) => Number(count))
  const rows = text.slice(end).split(/[\r\n]+/).length - 2
  return rows < stated.reduce((sum, count) => sum + count, 0)
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
  const getMotion = (half: Reading['half']) => {
    const judged = seen.filter((one) => one.half === half && one.isMotionRight !== undefined)
    const right = judged.filter(({ isMotionRight }) => isMotionRight).length
    return rounded(right / Math.max(1, judged.length), 3)
  }
  return {
    reading_files: seen.length,
    reading_judged: seen.filter(({ outcome }) => outcome !== 'unjudged').length,
    opened_right_share: rounded(getShare('held_out'), 3),
    opened_right_share_tuning: rounded(getShare('tuning'), 3),
    motion_judged: seen.filter(({ isMotionRight }) => isMotionRight !== undefined).length,
    motion_right_share: getMotion('held_out'),
    motion_right_share_tuning: getMotion('tuning'),
  }
}
