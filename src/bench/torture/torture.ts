import { createRandom } from '#engine/random.ts'
import { png, tinyGlb } from '#server/generation/tasks.fixture.ts'
import { orderAtOnce, startWithQueued, uploadAtOnce } from './bursts.ts'
import { fuzzServer } from './fuzz.ts'
import { runKills, runKillsWithFaults } from './kills.ts'
import { fillAndTime } from './lists.ts'
import { soak } from './soak.ts'

type Figures = Record<string, number>
type Say = (line: string) => void

const getNumber = (name: string, usual: number) =>
  Number(process.env[`BOZZETTO_TORTURE_${name}`] ?? usual)
const seed = Number(process.env['BOZZETTO_FUZZ_SEED'] ?? 1)
const model = new Uint8Array(tinyGlb())

const parts: Record<string, (say: Say) => Promise<Figures>> = {
  kills: async (say) => ({
    ...(await runKills(getNumber('KILLS', 50), { seed, model, say })),
    ...(await runKillsWithFaults(getNumber('TROUBLES', 6), { seed, model, say })),
  }),
  fuzz: async (say) =>
    fuzzServer(getNumber('FUZZ', 20_000), createRandom(seed), {
      files: { picture: new Uint8Array(await png()), model },
      say,
    }),
  lists: fillAndTime,
  load: async (say) => ({
    ...(await uploadAtOnce(getNumber('UPLOADS', 200), { say })),
    ...(await orderAtOnce(getNumber('TASKS', 10_000), { random: createRandom(seed), model, say })),
    ...(await startWithQueued(getNumber('TASKS', 10_000), { say })),
  }),
  soak: (say) => soak(getNumber('MINUTES', 20), { seed, model, say }),
  short: (say) => runKills(2, { seed, model, say, tasksMax: 24 }),
}
const usual = 'kills,fuzz,lists,load'

/**
 * Runs all faults, and returns the figures by name. `BOZZETTO_TORTURE` selects parts, separated by
 * commas. Each part prints its figures when it ends.
 * @param say prints progress.
 */
export async function torture(say: Say): Promise<Figures> {
  const all: Figures = {}
  for (const name of (process.env['BOZZETTO_TORTURE'] ?? usual).split(',')) {
    const part = parts[name]
    if (!part) {
      throw new Error(`There is no part ${name}. There are: ${Object.keys(parts).join(', ')}.`)
    }
    const startMs = performance.now()
    const figures = await part(say)
    const seconds = Math.round((performance.now() - startMs) / 1_000)
    say(JSON.stringify({ part: name, seconds, figures }))
    Object.assign(all, figures)
  }
  return all
}
