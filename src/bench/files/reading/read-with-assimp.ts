import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ModelMeasure, measureParts } from './measure-parts.ts'

const run = promisify(execFile)
const limitMs = 30_000
const headerBytes = 84
const rowBytes = 50

/** Reads a file with the command `assimp`; undefined if it finds no triangles. */
export async function readWithAssimp(path: string): Promise<ModelMeasure | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'bozzetto-assimp-'))
  try {
    const made = join(folder, 'a.stl')
    await run('assimp', ['export', path, made, '-fstlb'], { timeout: limitMs })
    return measureStl(await readFile(made))
  } catch {
    // Assimp cannot read every file, so this one stays without a judgement.
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function hasAssimp(): Promise<boolean> {
  return run('assimp', ['version'], { timeout: limitMs }).then(
    () => true,
    () => false,
  )
}

function measureStl(bytes: Buffer): ModelMeasure | undefined {
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
