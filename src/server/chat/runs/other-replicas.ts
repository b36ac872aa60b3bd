import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DecideToolCall, Run } from '#contract/chat/chat.ts'
import { log } from '../../observability/log.ts'
import { runs } from '../../store/schema.ts'
import { asOwner, asServer } from '../../store/owner-scope.ts'
import { filterTopics } from '../../store/replica.ts'
import { findRun, listToolCalls, type StoredRun } from '../conversations/message-rows.ts'
import { decideCall } from './decide-call.ts'
import { dropLive } from './live/drop-live.ts'
import { LiveRun } from './live/live-run.ts'
import { createMirroredRuns } from './live/mirrored-runs.ts'
import { findLive } from './resume-run.ts'
import { stopLive } from './live/stop-live.ts'
import type { RunContext } from './run-context.ts'
import { listReadyRuns } from './settle-runs.ts'

const lookEveryMs = 1_000
/** Interval of checks for changes that no notification announced, in milliseconds. */
const tidyEveryMs = 10_000
const stopWaitMs = 8_000

/** Coordinates answers between server processes. */
export type OtherReplicas = {
  mirror: (stored: StoredRun) => Promise<LiveRun | undefined>
  /**
   * Requests that the process that writes an answer stops it.
   * @returns the final or current state of the answer.
   */
  stop: (stored: StoredRun) => Promise<Run>
  decide: (stored: StoredRun, decision: DecideToolCall & { index: number }) => Promise<Run>
  close: () => void
}

/**
 * Listens to notifications of other processes and checks their rows every second. Does nothing if
 * no other process uses the database.
 * @param settle ends the answers of processes that are gone.
 */
export function openRunReplicas(
  context: RunContext,
  settle: () => Promise<unknown>,
): OtherReplicas {
  const { store } = context
  const { replica } = store
  const mirrored = createMirroredRuns(store)
  const reading = inTurn(() => mirrored.look(false))
  const looking = inTurn(async () => {
    await mirrored.look(true)
    await asServer(() => lookAtOwn(context))
  })
  const tidying = inTurn(async () => {
    await asServer(async () => {
      await settle()
      await resumeReady(context)
    })
  })

  const stopListening = [
    filterTopics('words', () => mirrored.count() > 0 && reading()),
    filterTopics('run', () => looking()),
    filterTopics('gone', () => tidying()),
  ].map((hear) => replica.wake.listen(hear))
  const timers = replica.isShared
    ? [setInterval(looking, lookEveryMs).unref(), setInterval(tidying, tidyEveryMs).unref()]
    : []

  return {
    mirror: (stored) => mirrored.of(stored),
    async stop({ run }) {
      await store.db
        .update(runs)
        .set({ stopAskedAt: new Date() })
        .where(and(eq(runs.id, run.id), eq(runs.status, 'running'), isNull(runs.stopAskedAt)))
      replica.wake.tell(`run:${run.id}`)
      const until = performance.now() + stopWaitMs
      for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 500)) {
        const stored = await findRun(store.db, run.id)
        if (stored?.run.status !== 'running' || performance.now() > until) return stored?.run ?? run
        await sleep(waitMs)
      }
    },
    async decide(stored, decision) {
      const decided = await decideCall(context, new LiveRun({ ...stored, begun: stored }), decision)
      replica.wake.tell(`run:${stored.run.id}`)
      return decided
    },
    close: () => {
      timers.forEach((timer) => clearInterval(timer))
      stopListening.forEach((stop) => stop())
    },
  }
}

/**
 * Applies requests of other processes to the answers of this process: stops stopped answers, and
 * drops answers that another process has taken over.
 */
async function lookAtOwn(context: RunContext): Promise<void> {
  const { store, registry } = context
  const lives = registry.allLive().filter((live) => !registry.isEnding(live))
  if (lives.length === 0) return
  const { rows } = await store.db.execute<{
    id: string
    status: string
    replicaId: string | null
    isStopAsked: boolean
    hasDecided: boolean
    hasAnswered: boolean
  }>(sql`
    select id, status, replica_id as "replicaId", stop_asked_at is not null as "isStopAsked",
      exists (select 1 from tool_calls where message_id = answer_id and status in ('running', 'denied')) as "hasDecided",
      exists (select 1 from tool_calls where message_id = answer_id and status = 'running' and details ? 'answer') as "hasAnswered"
    from runs where id = any(${sql.param(lives.map(({ run }) => run.id))}::text[])`)
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const live of lives) {
    const row = found.get(live.run.id)
    if (!row || registry.isEnding(live)) continue
    const isHere = row.replicaId === store.replica.id
    if (live.run.status === 'running') {
      // Keeps waiting answers, because this process may be about to continue them.
      const isLost = row.status !== 'waiting' && !(row.status === 'running' && isHere)
      if (isLost) dropLive(context, live)
      else if (row.isStopAsked) {
        void asOwner(live.ownerId, () => stopLive(context, live))
      } else {
        if (row.hasDecided) await takeDecisions(context, live)
        if (row.hasAnswered) await takeAnswers(context, live)
      }
    } else if (row.status !== 'waiting' && !isHere) dropLive(context, live)
    else if (row.status === 'waiting' && row.hasDecided) await takeDecisions(context, live)
  }
}

async function takeDecisions(context: RunContext, live: LiveRun): Promise<void> {
  const asking = live.calls.filter(({ status }) => status === 'asking')
  if (asking.length === 0) return
  const stored = await listToolCalls(context.store.db, [live.answerId])
  const decided = stored.filter(
    ({ index, status }) => status !== 'asking' && asking.some((one) => one.index === index),
  )
  if (decided.length === 0) return
  live.setCalls(decided)
  if (live.run.status !== 'waiting') return
  // The answer is dropped and loaded again, so that only one of several processes continues it.
  dropLive(context, live)
  await asOwner(live.ownerId, () => findLive(context, live.run.id))
}

async function takeAnswers({ store }: RunContext, live: LiveRun): Promise<void> {
  for (const { answer } of await listToolCalls(store.db, [live.answerId])) {
    if (answer) live.giveAnswer(answer)
  }
}

async function resumeReady(context: RunContext): Promise<void> {
  for (const { id, ownerId } of await listReadyRuns(context.store)) {
    const live = context.registry.live(id)
    if (live?.run.status === 'waiting') dropLive(context, live)
    await asOwner(ownerId, () => findLive(context, id))
  }
}

/**
 * Returns a function that starts `work`. A call while `work` is running starts `work` once more
 * afterwards.
 */
function inTurn(work: () => Promise<unknown>): () => void {
  let isDue = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (isDue) {
      isDue = false
      await work().catch((error: unknown) => {
        log().warn({ error }, 'Answers of other servers could not be looked at.')
      })
    }
    running = undefined
  }
  return () => {
    isDue = true
    running ??= run()
  }
}
