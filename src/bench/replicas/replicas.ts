import { runParts, type Figures, type BenchPart } from '../run-parts.ts'

const kills = Number(process.env['BOZZETTO_BENCH_KILLS'] ?? 50)
const readersEach = 500

const parts: Record<string, () => Promise<BenchPart>> = {
  kills: async () => {
    const { killInTurn } = await import('./kill-in-turn.ts')
    return (say) => killInTurn(kills, { seed: 7, say })
  },
  words: async () => {
    const { wordsElsewhere } = await import('./words-elsewhere.ts')
    return () => wordsElsewhere(readersEach)
  },
  stores: async () => (await import('./lists.ts')).compareStores,
  rights: async () => (await import('./decisions.ts')).canCost,
  rows: async () => (await import('./row-security.ts')).rowSecurity,
}

const asked = [
  'words_lost',
  'tasks_stuck',
  'tasks_lost',
  'bought_twice',
  'words_elsewhere_p50_ms',
  'words_elsewhere_p99_ms',
  'throughput_2_vs_1',
  'failover_s',
  'postgres_vs_pglite_api_p50',
  'rss_idle_with_postgres_mib',
  'can_cost_us',
]

/**
 * Measures two servers with the same Postgres and the same S3 bucket. `BOZZETTO_REPLICAS` selects
 * parts, separated by commas (default: all).
 * @returns the figures with a target value, of the parts that ran.
 */
export async function runReplicaParts(): Promise<Figures> {
  const all = await runParts(parts, 'BOZZETTO_REPLICAS')
  return Object.fromEntries(
    asked.flatMap((name) => (name in all ? [[name, all[name] ?? NaN]] : [])),
  )
}
