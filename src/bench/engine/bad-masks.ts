import { availableParallelism } from 'node:os'
import type { MasksTried } from './masks.ts'
import { isQuick, runCase } from './run-case.ts'

const maskCases = Number(process.env['BOZZETTO_BENCH_MASKS'] ?? (isQuick ? 40 : 2_000))
const masksTimeoutMs = 3_600_000
const masksProcessesMax = 4

/**
 * Generates models from random silhouettes in several processes, and counts the models with a
 * defect.
 */
export async function countBadMasks(casePath: string): Promise<Record<string, number>> {
  const step = Math.min(masksProcessesMax, availableParallelism())
  const parts: MasksTried[] = await Promise.all(
    Array.from({ length: step }, (_, first) =>
      runCase(casePath, ['masks', ...[first, step, maskCases].map(String)], masksTimeoutMs),
    ),
  )
  const bad = parts.flatMap((part) => part.bad)
  for (const line of bad) console.log(line)
  const tried = parts.reduce((sum, part) => sum + part.tried, 0)
  const crossing = parts.reduce((sum, part) => sum + part.crossing, 0)
  const broken = bad.length - crossing
  console.log(`${tried} random silhouettes: ${broken} broken, ${crossing} with faces that cross`)
  return {
    masks_tried: tried,
    masks_bad: broken,
    masks_crossing: crossing,
    mask_slowest_ms: Math.round(Math.max(...parts.map(({ slowestMs }) => slowestMs))),
  }
}
