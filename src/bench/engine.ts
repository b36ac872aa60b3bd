import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { tryMasks } from './engine-masks.ts'
import { measureQuality } from './engine-quality.ts'
import { median, printTable } from './table.ts'

const sides = [512, 1024, 2048]
const faceLimits = [5_000, 20_000, 100_000]
const rounds = 3
const casePath = fileURLToPath(new URL('./engine-case.ts', import.meta.url))
const caseTimeoutMs = 120_000

type Case = { wallMs: number; peakMib: number }

/**
 * Time and memory of the local engine for cut-outs of three sizes and three numbers of faces,
 * textured with PBR maps, and how near it comes to known models. Each case of the first runs in a
 * process of its own and from its start, so the time includes warming up, as it does for a person.
 */
export async function benchEngine(): Promise<Record<string, number>> {
  const rows: string[][] = [['picture', ...faceLimits.map((faces) => `${faces / 1000}k faces`)]]
  const results = new Map<string, Case>()
  for (const side of sides) {
    const row = [`${side} × ${side} px`]
    for (const faces of faceLimits) {
      const result = await measure(side, faces)
      results.set(`${side} ${faces}`, result)
      row.push(`${(result.wallMs / 1000).toFixed(2)} s  ${Math.round(result.peakMib)} MiB`)
    }
    rows.push(row)
  }
  printTable(rows)
  console.log(`(median of ${rounds}; MiB: peak resident memory of the whole process)`)

  const at = (side: number): Case => results.get(`${side} 20000`) ?? { wallMs: NaN, peakMib: NaN }
  const figures: Record<string, number> = {}
  for (const side of sides) {
    figures[`wall_${side}_20k_ms`] = Math.round(at(side).wallMs)
    figures[`peak_${side}_mib`] = Math.round(at(side).peakMib)
  }
  figures['growth_512_to_2048'] = Number((at(2048).wallMs / at(512).wallMs).toFixed(2))
  return { ...figures, ...(await measureQuality()), ...(await tryMasks()) }
}

async function measure(side: number, faces: number): Promise<Case> {
  const runs: Case[] = []
  for (let round = 0; round < rounds; round++) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', casePath, String(side), String(faces)],
      { timeout: caseTimeoutMs },
    )
    const run: Case = JSON.parse(stdout)
    runs.push(run)
  }
  return {
    wallMs: median(runs.map((run) => run.wallMs)),
    peakMib: median(runs.map((run) => run.peakMib)),
  }
}
