import { isQuick, runCase } from './run-case.ts'
import { median, printTable } from '../table.ts'

const usualFaces = 20_000
const sides = [512, 1024, 2048, 4096]
const faceLimits = [5_000, usualFaces, 100_000]
/** From here on only the usual number of faces is measured. */
const largeSide = 4096
const rounds = isQuick ? 1 : 3
const caseTimeoutMs = 120_000

type Case = { wallMs: number; peakMib: number; previewMs?: number }

/**
 * Time and memory for cut-outs of four sizes and three numbers of faces, textured with PBR maps. Each
 * case runs in a process of its own and from its start, so the time includes warming up, as it does for
 * a person.
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
      const result = await measure(casePath, [root, side, faces])
      if (faces === usualFaces) usual.set(side, result)
      row.push(`${(result.wallMs / 1000).toFixed(2)} s  ${Math.round(result.peakMib)} MiB`)
    }
    rows.push(row)
  }
  printTable(rows)
  const { previewMs = NaN } = await measure(casePath, [root, 1024, usualFaces, 'preview'])
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

/** @param options of a model, as `case.ts` takes them. */
async function measure(casePath: string, options: readonly (string | number)[]): Promise<Case> {
  const runs: Case[] = []
  for (let round = 0; round < rounds; round++) {
    const args = ['model', ...options.map(String)]
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
