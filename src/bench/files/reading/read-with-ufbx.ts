import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type Box, type ModelMeasure, toMeasure } from './measure-parts.ts'

const run = promisify(execFile)
const limitMs = 60_000

const Output = z.object({
  triangles: z.number(),
  area: z.number(),
  materials: z.number(),
  box: z.array(z.number()).length(6),
  boxes: z.array(z.array(z.number()).length(6)),
  seconds: z.number(),
})

export type UfbxReading = ModelMeasure & {
  readonly boxes: readonly Box[]
  readonly seconds: number
}

/**
 * Compiles a program with the sources `ufbx.c` and `ufbx.h` of a folder.
 * @returns a function that reads a file. The function returns `undefined` for a file that ufbx
 * rejects or that is empty.
 */
export async function compileUfbx(
  sources: string,
): Promise<(path: string) => Promise<UfbxReading | undefined>> {
  const program = join(await mkdtemp(join(tmpdir(), 'bozzetto-ufbx-')), 'read')
  const own = fileURLToPath(new URL('read-with-ufbx.c', import.meta.url))
  await run('cc', ['-O1', `-I${sources}`, '-o', program, own, join(sources, 'ufbx.c'), '-lm'])
  return async (path) => {
    try {
      const { stdout } = await run(program, [path], { timeout: limitMs })
      const { triangles, area, materials, box, boxes, seconds } = Output.parse(JSON.parse(stdout))
      const measure = toMeasure({ triangles, area, box, materials })
      return measure && { ...measure, boxes, seconds }
    } catch {
      return undefined
    }
  }
}
