import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ModelMeasure } from './measure-parts.ts'
import { measureStl } from './read-with-assimp.ts'

const run = promisify(execFile)
const limitMs = 15_000
const turnTriangles = 48

/**
 * Reads a STEP or IGES file with the command `gmsh`, which uses its own mesher. The measurement is
 * in metres with y up, without a number of triangles. Returns undefined if gmsh rejects the file.
 */
export async function readWithGmsh(path: string): Promise<ModelMeasure | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'bozzetto-gmsh-'))
  try {
    const made = join(folder, 'a.stl')
    const unit = ['-setstring', 'Geometry.OCCTargetUnit', 'M']
    const mesh = ['-2', '-clcurv', String(turnTriangles), '-nt', '1', '-v', '0']
    const output = ['-format', 'stl', '-bin', '-o', made]
    await run('gmsh', [path, ...unit, ...mesh, ...output], { timeout: limitMs })
    const measure = measureStl(await readFile(made))
    if (!measure) return undefined
    const [left = 0, front = 0, low = 0, right = 0, back = 0, high = 0] = measure.box
    const box = [left, low, -back, right, high, -front]
    return { ...measure, triangles: undefined, box }
  } catch {
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
