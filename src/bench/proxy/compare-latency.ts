import { median, printTable } from '../table.ts'
import { timeAnswers, type Target } from './client.ts'
import { startPortkey } from './portkey.ts'

const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'
const roundCount = 3
const answersPerRound = isQuick ? 100 : 600
const answersBefore = isQuick ? 200 : 3_000

/**
 * Measures how much latency this server adds to complete answers, as a fraction of the latency that
 * the gateway Portkey adds, for several numbers of connections.
 */
export async function compareLatency(
  direct: Target,
  ours: readonly Target[],
  connections: readonly number[],
): Promise<Record<string, number>> {
  const other = await startPortkey(direct.url)
  const [own, spare] = ours
  if (!own || !spare) throw new Error('There is no key.')
  try {
    for (const target of [direct, own, spare, other.target]) {
      await timeAnswers(target, { count: answersBefore, connections: 16 })
    }
    const figures: Record<string, number> = {}
    const rows: (string | number)[][] = []
    for (const at of connections) {
      const times: Record<'direct' | 'ours' | 'theirs', number[]> = {
        direct: [],
        ours: [],
        theirs: [],
      }
      // The first round is a warm-up. The targets alternate, so that the load of other programs
      // affects all targets.
      for (let turn = 0; turn <= roundCount; turn++) {
        for (const [name, target] of [
          ['direct', direct],
          ['ours', turn % 2 ? own : spare],
          ['theirs', other.target],
        ] as const) {
          const taken = await timeAnswers(target, { count: answersPerRound, connections: at })
          if (turn > 0) times[name].push(...taken)
        }
      }
      const addedByOurs = median(times.ours) - median(times.direct)
      const addedByTheirs = median(times.theirs) - median(times.direct)
      figures[`added_latency_c${at}_vs_portkey`] = round(addedByOurs / addedByTheirs)
      rows.push([
        `${at} at once`,
        round(median(times.direct)),
        round(addedByOurs),
        round(addedByTheirs),
      ])
    }
    printTable([['whole answers, median ms', 'direct', 'Bozzetto adds', 'Portkey adds'], ...rows])
    return figures
  } finally {
    other.stop()
  }
}

const round = (value: number) => Math.round(value * 100) / 100
