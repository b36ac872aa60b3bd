import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '#lib/id.ts'
import { startChatUpstream } from '../chat/upstream.ts'
import { followAnswer, type Followed } from './follow-answer.ts'
import { watchPositions, type Reached } from './watch-positions.ts'
import { openGround } from './ground.ts'

/** Number of answers per server, slightly less than the maximum number of concurrent answers. */
const answersEach = 30
const tokensPerSecond = 20
const seconds = 12

type Piece = { runId: string; atMs: number; length: number; seq: number }

/**
 * Measures the time from the storage of words in the database to their arrival at a reader of the
 * other server.
 * @param readersEach number of open streams at each server, for answers that the other server
 * generates.
 */
export async function wordsElsewhere(readersEach: number): Promise<Record<string, number>> {
  const tokens = Array.from({ length: tokensPerSecond * seconds }, (_, at) => `word${at} `)
  const upstream = await startChatUpstream(tokens, tokensPerSecond)
  const ground = await openGround({ BOZZETTO_OPENAI_URL: upstream.url })
  const giveUp = AbortSignal.timeout(120_000)
  try {
    const one = await ground.start(0)
    const two = await ground.start(1)
    const pieces = new Map<string, Piece>()
    const looking = setInterval(() => {
      void readPieces(ground.query, pieces)
    }, 1_000)
    const readers: Promise<{ runId: string; reached: Reached }>[] = []
    const whole: Promise<Followed>[] = []
    for (const [server, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const runs = await Promise.all(Array.from({ length: answersEach }, () => ask(server.url)))
      const cookie = `${other.cookie?.name}=${other.cookie?.value}`
      for (const runId of runs) whole.push(followAnswer(runId, () => other.url, { signal: giveUp }))
      for (let at = runs.length; at < readersEach; at++) {
        const runId = runs[at % runs.length] ?? ''
        readers.push(
          watchPositions(other.url, runId, cookie).then((reached) => ({ runId, reached })),
        )
      }
    }
    const all = await Promise.all(readers)
    const read = await Promise.all(whole)
    clearInterval(looking)
    const delays = getDelays(all, [...pieces.values()]).toSorted((a, b) => a - b)
    const at = (fraction: number) => Math.round(delays[Math.floor(delays.length * fraction)] ?? NaN)
    return {
      words_elsewhere_p50_ms: at(0.5),
      words_elsewhere_p99_ms: at(0.99),
      words_elsewhere_readers: all.length + read.length,
      words_elsewhere_gaps: read.filter(({ gaps, text }) => gaps > 0 || text !== tokens.join(''))
        .length,
    }
  } finally {
    await ground.close()
    upstream.stop()
  }
}

async function ask(url: string): Promise<string> {
  const runId = newId()
  const response = await fetch(`${url}/api/conversations/${newId()}/runs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      runId,
      answerId: newId(),
      modelId: 'openai/writer',
      question: { id: newId(), text: 'Write.' },
    }),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  await wait(10)
  return runId
}

async function readPieces(
  query: <Row>(text: string) => Promise<Row[]>,
  pieces: Map<string, Piece>,
): Promise<void> {
  const rows = await query<Piece>(
    `select run_id as "runId", seq, length(text) as length,
       (extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as "atMs" from run_pieces`,
  )
  for (const row of rows) pieces.set(`${row.runId} ${row.seq}`, row)
}

function getDelays(
  readers: readonly { runId: string; reached: Reached }[],
  pieces: readonly Piece[],
): number[] {
  const byRun = new Map<string, Piece[]>()
  for (const piece of pieces) byRun.set(piece.runId, [...(byRun.get(piece.runId) ?? []), piece])
  return readers.flatMap(({ runId, reached }) => {
    const delays: number[] = []
    let end = 0
    let next = 0
    for (const piece of (byRun.get(runId) ?? []).toSorted((a, b) => a.seq - b.seq)) {
      end += piece.length
      while (next < reached.length && (reached[next]?.position ?? 0) < end) next++
      const at = reached[next]
      if (at && next > 0) delays.push(Math.max(0, at.atMs - piece.atMs))
    }
    return delays
  })
}
