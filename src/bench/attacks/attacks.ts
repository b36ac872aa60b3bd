import { askedParts } from '../asked-parts.ts'
import { printTable } from '../table.ts'

type Figures = Record<string, number>
type Say = (line: string) => void

/** Runs one kind of attack and returns its figures by name. @param say reports progress. */
type Part = (say: Say) => Promise<Figures>

/** Each part is a file of its own beside this one, loaded only when it runs. */
const parts: Record<string, () => Promise<Part>> = {
  guesses: async () => (await import('./guesses.ts')).attackGuesses,
  folder: async () => (await import('./folder.ts')).attackFolder,
  memory: async () => (await import('./memory.ts')).attackMemory,
  loop: async () => (await import('./loop.ts')).attackLoop,
  power: async () => (await import('./power.ts')).attackPower,
}

/**
 * Attacks the running app in every way that a promise covers: the parts that `BOZZETTO_ATTACKS` names,
 * separated by commas, or all. Each prints its figures when it ends. A part that throws is named, the
 * others still run, and the process exits with 1.
 */
export async function attacks(): Promise<Figures> {
  const all: Figures = {}
  const rows: [string, string, number | string][] = []
  for (const name of askedParts('BOZZETTO_ATTACKS', Object.keys(parts))) {
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
