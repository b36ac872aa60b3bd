import { asAskedBy } from '../../store/owner-scope.ts'
import { findRun, type StoredRun } from '../conversations/message-rows.ts'
import { listSteps, type KeptStep } from './steps/kept-step.ts'
import { dropLive } from './live/drop-live.ts'
import { LiveRun } from './live/live-run.ts'
import type { RunContext } from './run-context.ts'
import { storeResumption } from './settle-runs.ts'
import { isDecided } from './write-answer.ts'
import { writeCounted } from './write-run.ts'

/** The run in memory, if it goes on; one that waits is taken up again from the store. */
export async function findLive(context: RunContext, runId: string): Promise<LiveRun | undefined> {
  const { registry, store, closing } = context
  await registry.starting(runId)?.done
  const live = registry.live(runId)
  if (live) return live
  return registry.revive(runId, async () => {
    const stored = await findRun(store.db, runId)
    if (stored?.run.status !== 'waiting' || closing.aborted) return undefined
    const steps = await listSteps(store.db, [stored.answerId])
    return registry.live(runId) ?? reviveRun(context, { ...stored, steps })
  })
}

/** A run that waits, as it was left. */
function reviveRun(context: RunContext, stored: StoredRun & { steps: KeptStep[] }): LiveRun {
  const live = new LiveRun({ ...stored, begun: stored })
  context.pieces.skip(live)
  context.registry.add(live)
  // The decision was stored, and then the server ended.
  if (isDecided(live)) resumeRun(context, live)
  return live
}

/** Goes on with a run that waited, unless it goes on or ends already. */
export function resumeRun(context: RunContext, live: LiveRun): void {
  if (live.run.status !== 'waiting' || context.registry.isEnding(live)) return
  live.note({ status: 'running' })
  const prepare = async () => {
    if (!(await storeResumption(context.store, live.run.id))) dropLive(context, live)
    live.signal.throwIfAborted()
    context.store.replica.wake.tell(`run:${live.run.id}`)
    context.changed(live.conversation.id)
    // It ends with what it began with, though its model has been switched off since.
    const found = await context.catalogue.chat(live.run.modelId, live.signal, { takesOff: true })
    return context.prepare.job(live, found, false)
  }
  // The current request may be another person's: its rights and limits do not apply to this answer.
  void asAskedBy(live, () => writeCounted(context, live, prepare))
}
