import { asAskedBy } from '../../store/owner-scope.ts'
import { findRun, type StoredRun } from '../conversations/message-rows.ts'
import { listKeptSteps, type KeptStep } from './steps/kept-step.ts'
import { dropLive } from './live/drop-live.ts'
import { LiveRun } from './live/live-run.ts'
import type { RunContext } from './run-context.ts'
import { storeResumption } from './settle-runs.ts'
import { isDecided } from './write-answer.ts'
import { writeCounted } from './write-run.ts'

export async function findLive(context: RunContext, runId: string): Promise<LiveRun | undefined> {
  const { registry, store, closing } = context
  await registry.starting(runId)?.done
  const live = registry.live(runId)
  if (live) return live
  return registry.revive(runId, async () => {
    const stored = await findRun(store.db, runId)
    if (stored?.run.status !== 'waiting' || closing.aborted) return undefined
    const steps = await listKeptSteps(store.db, [stored.answerId])
    return registry.live(runId) ?? reviveRun(context, { ...stored, steps })
  })
}

function reviveRun(context: RunContext, stored: StoredRun & { steps: KeptStep[] }): LiveRun {
  const live = new LiveRun({ ...stored, begun: stored })
  context.pieces.skip(live)
  context.registry.add(live)
  // All decisions are stored, so the server had stopped before it continued the answer.
  if (isDecided(live)) continueRun(context, live)
  return live
}

/**
 * Continues an answer that waits for a decision. Does nothing if the answer is running or ending.
 */
export function continueRun(context: RunContext, live: LiveRun): void {
  if (live.run.status !== 'waiting' || context.registry.isEnding(live)) return
  live.note({ status: 'running' })
  const prepare = async () => {
    if (!(await storeResumption(context.store, live.run.id))) dropLive(context, live)
    live.signal.throwIfAborted()
    context.store.replica.wake.tell(`run:${live.run.id}`)
    context.changed(live.conversation.id)
    // The same model continues, even if it has been disabled since.
    const found = await context.catalogue.chat(live.run.modelId, live.signal, { takesOff: true })
    return context.prepare.job(live, found, false)
  }
  // Runs as the person who asked, because the current request may be another person's.
  void asAskedBy(live, () => writeCounted(context, live, prepare))
}
