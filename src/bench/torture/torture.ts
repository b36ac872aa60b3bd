import { tinyGlb } from '#server/generation/tasks.fixture.ts'
import { runParts, type BenchPart, type Figures } from '../run-parts.ts'
import { runKills, runKillsWithFaults } from './kills.ts'

const getNumber = (name: string, usual: number) =>
  Number(process.env[`BOZZETTO_TORTURE_${name}`] ?? usual)
const seed = Number(process.env['BOZZETTO_FUZZ_SEED'] ?? 1)
const model = new Uint8Array(tinyGlb())

const parts: Record<string, () => Promise<BenchPart>> = {
  kills: async () => (say) =>
    runKills(getNumber('KILLS', 50), { seed, model, say, tasksMax: getNumber('TASKS', Infinity) }),
  faults: async () => (say) => runKillsWithFaults(getNumber('TROUBLES', 6), { seed, model, say }),
  replicas: async () => {
    const { killInTurn } = await import('./kill-in-turn.ts')
    return (say) => killInTurn(getNumber('KILLS', 50), { seed, say })
  },
}

/**
 * Kills servers under load, also during faults of the disk and the clock, and checks the data that
 * the servers had confirmed. `BOZZETTO_TORTURE` selects parts, separated by commas (default: all).
 */
export const torture = (): Promise<Figures> => runParts(parts, 'BOZZETTO_TORTURE')
