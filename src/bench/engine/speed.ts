import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { pose } from './judge.ts'
import { isQuick, runCase } from './run-case.ts'
import { makeTruths } from './truth.ts'
import { median, printTable } from '../table.ts'

const usualFaces = 20_000
const sides = [512, 1024, 2048, 4096]
const faceLimits = [5_000, usualFaces, 100_000]
/** Width in pixels of the largest pictures, which are measured only with the default face limit. */
const largeSide = 4096
const aroundSide = 1024
const aroundName = 'teddy'
const rounds = isQuick ? 1 : 3
const caseTimeoutMs = 120_000

type Case = { wallMs: number; peakMib: number; previewMs?: number }

/**
 * Measures time and memory for pictures of four sizes and three face limits, with PBR textures.
 * Each case runs in a new process, so that the time includes the start of the process.
 */
export async function measureSpeed(casePath: string, root: string) {
  const rows: string[][] = [['picture', ...faceLimits.map((faces) => `${faces / 1000}k faces`)]]
  const usual = new Map<number, Case>()
  for (const side of sides) {
    const row = [`${side} × ${side} px`]
    for (const faces of faceLimits) {
      if (side >= largeSide && faces !== usualFaces) {
        row.push('')
        continue
      }
      const result = await measure(casePath, ['model', root, side, faces])
      if (faces === usualFaces) usual.set(side, result)
      row.push(`${(result.wallMs / 1000).toFixed(2)} s  ${Math.round(result.peakMib)} MiB`)
    }
    rows.push(row)
  }
  printTable(rows)
  const { previewMs = NaN } = await measure(casePath, ['model', root, 1024, usualFaces, 'preview'])
  console.log(`(median of ${rounds}; MiB: peak resident memory of the whole process)`)
  console.log(`rough shape: ${Math.round(previewMs)} ms after the begin of the mask`)
  const around = await measureAround(casePath, root)
  const [seconds, mib] = [(around.wallMs / 1000).toFixed(2), Math.round(around.peakMib)]
  console.log(`from four sides of ${aroundSide} px: ${seconds} s  ${mib} MiB`)

  const figures: Record<string, number> = {}
  for (const [side, { wallMs, peakMib }] of usual) {
    figures[`wall_${side}_20k_ms`] = Math.round(wallMs)
    figures[`peak_${side}_mib`] = Math.round(peakMib)
  }
  const [small, large] = [usual.get(512), usual.get(2048)]
  const growth = small && large ? large.wallMs / small.wallMs : NaN
  figures['growth_512_to_2048'] = Number(growth.toFixed(2))
  figures['preview_1024_ms'] = Math.round(previewMs)
  figures[`wall_${aroundSide}_four_sides_ms`] = Math.round(around.wallMs)
  figures[`peak_${aroundSide}_four_sides_mib`] = Math.round(around.peakMib)
  return figures
}

async function measureAround(casePath: string, root: string): Promise<Case> {
  const folder = await mkdtemp(join(tmpdir(), 'bozzetto-bench-sides-'))
  try {
    const truth = (await makeTruths()).find(({ name }) => name === aroundName)
    if (!truth) throw new Error(`There is no ${aroundName}.`)
    const { picture, views } = await pose(truth)
    for (const [name, bytes] of Object.entries({ front: picture, ...views })) {
      await writeFile(join(folder, `${name}.png`), await sharp(bytes).resize(aroundSide).toBuffer())
    }
    return await measure(casePath, ['sides', root, folder, usualFaces])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(casePath: string, options: readonly (string | number)[]): Promise<Case> {
  const runs: Case[] = []
  for (let round = 0; round < rounds; round++) {
    const run: Case = await runCase(casePath, options.map(String), caseTimeoutMs)
    runs.push(run)
  }
  const previews = runs.flatMap(({ previewMs }) => previewMs ?? [])
  return {
    wallMs: median(runs.map((run) => run.wallMs)),
    peakMib: median(runs.map((run) => run.peakMib)),
    ...(previews.length > 0 && { previewMs: median(previews) }),
  }
}
