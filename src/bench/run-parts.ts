import { askedParts } from './asked-parts.ts'
import { printTable } from './table.ts'

export type Figures = Record<string, number>
/**
 * Runs one part of a benchmark, and returns its figures by name.
 * @param say prints progress.
 */
export type BenchPart = (say: (line: string) => void) => Promise<Figures>

/**
 * Runs the parts of a benchmark one after another. After a failed part, the other parts still run,
 * and the process exits with 1.
 * @param parts by name, with functions that load them.
 * @param variable environment variable with the names of the parts to run, separated by commas.
 * Without it all parts run.
 * @returns the figures of all parts that succeeded.
 * @throws {Error} with the existing names if a name is unknown.
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
