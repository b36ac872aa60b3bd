import type { Run } from '#contract/chat/chat.ts'
import type { LiveRun } from './live/live-run.ts'
import { dropLive } from './live/drop-live.ts'
import { writtenBy, type RunContext } from './run-context.ts'
import { storePause } from './settle-runs.ts'

export async function pauseRun(context: RunContext, live: LiveRun): Promise<void> {
  const { store, pieces, registry } = context
  await pieces.release(live)
  if (registry.isEnding(live)) return
  const run: Run = { ...live.run, status: 'waiting' }
  const isPaused = await storePause(store, writtenBy(live, run))
  pieces.skip(live)
  if (registry.isEnding(live)) return
  if (!isPaused) return dropLive(context, live)
  live.note(run)
  store.replica.wake.tell(`run:${run.id}`)
  context.changed(live.conversation.id)
  registry.forgetSomeWaiting()
}
