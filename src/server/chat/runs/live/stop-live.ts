import type { Run } from '#contract/chat/chat.ts'
import { endRun } from '../end-run.ts'
import type { LiveRun } from './live-run.ts'
import type { RunContext } from '../run-context.ts'

/** Stops an answer of this process and the 3D tasks that it waits for. The text is kept. */
export async function stopLive(context: RunContext, live: LiveRun): Promise<Run> {
  const tasks = live.calls.flatMap(({ status, taskId }) =>
    status === 'running' && taskId !== undefined ? taskId : [],
  )
  const run = await endRun(context, live, { status: 'stopped' })
  await Promise.allSettled(tasks.map(async (taskId) => context.cancelTask?.(taskId)))
  return run
}
