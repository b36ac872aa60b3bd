import { askedParts } from './asked-parts.ts'
import { printTable } from './table.ts'

export type Figures = Record<string, number>
/** Runs one part of a benchmark and returns its figures by name. @param say reports progress. */
export type BenchPart = (say: (line: string) => void) => Promise<Figures>

/**
 * Runs parts of a benchmark sequentially. Each prints its figures when it ends. Failing parts are
 * reported, the others still run, and the process exits with 1.
 * @param parts loaders by name.
 * @param variable environment variable with the selected parts, separated by commas. Unset: all.
 * @returns the figures of all parts that succeeded.
 * @throws {Error} with the available parts if an unknown one is selected.
 */
export async function runParts(
  parts: Record<string, () => Promise<BenchPart>>,
  variable: string,
): Promise<Figures> {
  const all: Figures = {}
  const rows: [string, string, number | string][] = []
  for (const name of askedParts(variable, Object.keys(parts))) {
    const startMs = performance.now()
    try {
      const part = await parts[name]?.()
      const figures = (await part?.((line) => console.log(`${name}: ${line}`))) ?? {}
      const seconds = Math.round((performance.now() - startMs) / 1_000)
      console.log(JSON.stringify({ part: name, seconds, figures }))
      for (const [figure, value] of Object.entries(figures)) rows.push([name, figure, value])
      Object.assign(all, figures)
    } catch (error) {
      console.error(`The part ${name} failed:`, error)
      rows.push([name, 'failed', '–'])
      process.exitCode = 1
    }
  }
  printTable([['part', 'figure', 'value'], ...rows])
  return all
}
