import { tinyGlb } from '#server/generation/tasks.fixture.ts'
import { canCostUs } from './decisions.ts'
import { killInTurn } from './kill-in-turn.ts'
import { compareStores } from './lists.ts'
import { rowSecurity } from './row-security.ts'
import { wordsElsewhere } from './words-elsewhere.ts'

const kills = Number(process.env['BOZZETTO_BENCH_KILLS'] ?? 50)
const readersEach = 500

export async function replicas(say: (line: string) => void): Promise<Record<string, number>> {
  const model = tinyGlb()
  const all: Record<string, number> = {}
  const parts = [
    () => killInTurn(kills, { seed: 7, model, say }),
    () => wordsElsewhere(readersEach),
    compareStores,
    rowSecurity,
    async () => ({ can_cost_us: await canCostUs() }),
  ]
  for (const part of parts) {
    const figures = await part()
    say(JSON.stringify(figures))
    Object.assign(all, figures)
  }
  return all
}
