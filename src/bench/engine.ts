import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import type { MasksTried } from './engine-masks.ts'
import { measureQuality } from './engine-quality.ts'
import { median, printTable } from './table.ts'

/** `BOZZETTO_BENCH_QUICK=1`: a look at whether it works, with figures that are worth little. */
const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'

const usualFaces = 20_000
const sides = [512, 1024, 2048, 4096]
const faceLimits = [5_000, usualFaces, 100_000]
/** From here on only the usual number of faces is measured. */
const largeSide = 4096
const rounds = isQuick ? 1 : 3
const maskCases = isQuick ? 40 : 2_000
const root = fileURLToPath(new URL('../..', import.meta.url))
const caseTimeoutMs = 120_000
const masksTimeoutMs = 3_600_000
const masksProcessesMax = 4

type Case = { wallMs: number; peakMib: number; previewMs?: number }

/**
 * Time and memory of the local engine for cut-outs of four sizes and three numbers of faces,
 * textured with PBR maps, and how near it comes to known models. Each case of the first runs in a
 * process of its own and from its start, so the time includes warming up, as it does for a person;
 * and from one built file, as the server's worker does, or the loader of sources would count as well.
 */
export async function benchEngine(): Promise<Record<string, number>> {
  // Within the project, as the file's imports are looked up from where it lies.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'bench-engine-'))
  try {
    const casePath = await buildCase(folder)
    const figures = await measureSpeed(casePath)
    return { ...figures, ...(await measureQuality()), ...(await countBadMasks(casePath)) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function buildCase(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(root, 'src/bench/engine-case.ts'),
      outDir: folder,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'case.mjs' } },
    },
  })
  return join(folder, 'case.mjs')
}

async function measureSpeed(casePath: string): Promise<Record<string, number>> {
  const rows: string[][] = [['picture', ...faceLimits.map((faces) => `${faces / 1000}k faces`)]]
  const usual = new Map<number, Case>()
  for (const side of sides) {
    const row = [`${side} × ${side} px`]
    for (const faces of faceLimits) {
      if (side >= largeSide && faces !== usualFaces) {
        row.push('')
        continue
      }
      const result = await measure(casePath, side, faces)
      if (faces === usualFaces) usual.set(side, result)
      row.push(`${(result.wallMs / 1000).toFixed(2)} s  ${Math.round(result.peakMib)} MiB`)
    }
    rows.push(row)
  }
  printTable(rows)
  const { previewMs = NaN } = await measure(casePath, 1024, usualFaces, 'preview')
  console.log(`(median of ${rounds}; MiB: peak resident memory of the whole process)`)
  console.log(`rough shape: ${Math.round(previewMs)} ms after the begin of the mask`)

  const figures: Record<string, number> = {}
  for (const [side, { wallMs, peakMib }] of usual) {
    figures[`wall_${side}_20k_ms`] = Math.round(wallMs)
    figures[`peak_${side}_mib`] = Math.round(peakMib)
  }
  const [small, large] = [usual.get(512), usual.get(2048)]
  const growth = small && large ? large.wallMs / small.wallMs : NaN
  figures['growth_512_to_2048'] = Number(growth.toFixed(2))
  figures['preview_1024_ms'] = Math.round(previewMs)
  return figures
}

async function measure(
  casePath: string,
  side: number,
  faces: number,
  ...extra: string[]
): Promise<Case> {
  const runs: Case[] = []
  for (let round = 0; round < rounds; round++) {
    const args = ['model', root, String(side), String(faces), ...extra]
    const run: Case = await runCase(casePath, args, caseTimeoutMs)
    runs.push(run)
  }
  const previews = runs.flatMap(({ previewMs }) => previewMs ?? [])
  return {
    wallMs: median(runs.map((run) => run.wallMs)),
    peakMib: median(runs.map((run) => run.peakMib)),
    ...(previews.length > 0 && { previewMs: median(previews) }),
  }
}

/** All random silhouettes, shared out among processes. */
async function countBadMasks(casePath: string): Promise<Record<string, number>> {
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

/** What it prints is its own file's; a wrong shape would be a defect of the bench. */
async function runCase(casePath: string, args: string[], timeout: number) {
  const { stdout } = await promisify(execFile)(process.execPath, [casePath, ...args], { timeout })
  return JSON.parse(stdout)
}
