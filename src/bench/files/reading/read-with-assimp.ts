import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type Box, type ModelMeasure, measureParts, toUnitBox } from './measure-parts.ts'

const run = promisify(execFile)
const limitMs = 30_000
const headerBytes = 84
const rowBytes = 50

/** Reads a file with the command `assimp`. Returns `undefined` if `assimp` finds no triangles. */
export async function readWithAssimp(path: string): Promise<ModelMeasure | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'bozzetto-assimp-'))
  try {
    const made = join(folder, 'a.stl')
    await run('assimp', ['export', path, made, '-fstlb'], { timeout: limitMs })
    const measure = measureStl(await readFile(made))
    const box = measure?.box && toUpright(measure.box, extname(path).toLowerCase())
    return measure && { ...measure, box, materials: await countMaterials(path, folder) }
  } catch {
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const Scene = z.object({
  meshes: z.array(z.object({ materialindex: z.number(), primitivetypes: z.number() })),
})
const trianglesOrPolygons = 4 | 8

async function countMaterials(path: string, folder: string): Promise<number | undefined> {
  if (!/\.glb$/i.test(path)) return undefined
  const made = join(folder, 'a.json')
  await run('assimp', ['export', path, made, '-fassjson'], { timeout: limitMs })
  const { meshes } = Scene.parse(JSON.parse(await readFile(made, 'utf8')))
  const solid = meshes.filter(({ primitivetypes }) => primitivetypes & trianglesOrPolygons)
  return new Set(solid.map(({ materialindex }) => materialindex)).size
}

/**
 * Converts a box to y up. Assimp keeps the axes and units of these kinds of files, and ignores the
 * units of FBX and 3MF files.
 */
function toUpright(box: Box, kind: string): Box | undefined {
  const [left = 0, front = 0, low = 0, right = 0, back = 0, high = 0] = box
  if (kind === '.stl') return toUnitBox([left, low, -back, right, high, -front])
  if (kind === '.obj' || kind === '.ply') return toUnitBox(box)
  return kind === '.glb' ? box : undefined
}

export async function hasAssimp(): Promise<boolean> {
  return run('assimp', ['version'], { timeout: limitMs }).then(
    () => true,
    () => false,
  )
}

export function measureStl(bytes: Buffer): ReturnType<typeof measureParts> {
  const count = bytes.readUInt32LE(80)
  const positions = new Float32Array(count * 9)
  for (let triangle = 0; triangle < count; triangle++) {
    for (let at = 0; at < 9; at++) {
      positions[triangle * 9 + at] = bytes.readFloatLE(
        headerBytes + triangle * rowBytes + 12 + at * 4,
      )
    }
  }
  return measureParts([
    { positions, indices: Uint32Array.from({ length: count * 3 }, (_, at) => at) },
  ])
}
