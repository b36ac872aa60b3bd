import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Failure } from '#contract/errors.ts'
import { cutText } from '#lib/cut-text.ts'
import type { GenerationProvider } from '../../ports/generation-provider.ts'
import type { Store } from '../../store/store.ts'
import type { Queue } from './queue.ts'
import { uncertainSentence } from './run-task.ts'
import {
  changeTask,
  failAbandonedTask,
  isAsRead,
  unsettledTasks,
  type TaskRow,
} from '../task-rows.ts'

/** Maximum number of attempts to run a task, in case the task crashes the process each time. */
const attemptsMax = 3

/**
 * Maximum number of attempts for a task that is already paid for. The number is higher, because
 * fetching a result is free.
 */
const followedMax = 10

/** If the provider is idle and a task has waited this long, the task's job is lost. */
const lostAfterMs = 30_000
/**
 * If a task is older than this, its provider must be known, because every process has loaded new
 * connections by then.
 */
const connectedAfterMs = 60_000

/**
 * Recovers tasks after a failure: tasks without a worker are queued again or fail, and every queued
 * task gets a job.
 * @param options.heldNow ids of the tasks that this process runs. Absent at the start.
 */
export async function recoverTasks({
  store,
  queue,
  providers,
  heldNow,
}: {
  store: Store
  queue: Queue
  providers: readonly GenerationProvider[]
  heldNow?: () => ReadonlySet<string>
}): Promise<void> {
  const ids = await queue.tasksWithoutJob()
  const rows = await unsettledTasks(store, { ids, providers: providers.map(({ id }) => id) })
  // Called after the rows are read, so that a task that was running in its row is either held by a
  // worker or has ended.
  const held = heldNow?.()
  for (const row of rows) {
    const provider = providers.find(({ id }) => id === row.provider)
    if (held?.has(row.id)) continue
    if (held && row.status === 'queued') {
      const busy = rows.filter((other) => held.has(other.id) && other.provider === row.provider)
      const hasRoom = busy.length < (provider?.concurrency ?? 1)
      if (!hasRoom || isYoung(row)) continue
    }
    // If the provider is unknown, another process may have just connected it.
    if (!provider && store.replica.isShared && isYoung(row, connectedAfterMs)) continue
    const failure = reasonToFail(row, provider)
    if (failure) await failAbandonedTask(store, row, failure)
    else await queueAgain({ store, queue }, row)
    queue.wake(row.provider)
    // There may be thousands of tasks, so other requests get a turn between two tasks.
    await othersTurn()
  }
}

/**
 * Returns whether a task was created recently. A time in the future counts as old, because the
 * clock was set back since then.
 */
function isYoung({ createdAt }: TaskRow, beforeMs = lostAfterMs): boolean {
  const ageMs = Date.now() - createdAt.getTime()
  return ageMs >= 0 && ageMs < beforeMs
}

export const noProvider = (provider: string): Failure => ({
  code: 'provider_unreachable',
  message: `The service ${provider} is no longer set up on this server.`,
})

function reasonToFail(row: TaskRow, provider: GenerationProvider | undefined): Failure | undefined {
  if (!provider) return noProvider(row.provider)
  if (row.upstreamId !== null) {
    if (row.status !== 'running' || row.attempts < followedMax) return undefined
    return {
      code: 'interrupted',
      message: `The connection broke ${followedMax} times while the service was working on this, so it was not tried again. The service’s id for it is ${cutText(row.upstreamId, 100)}, and it may still be billed.`,
    }
  }
  if (row.submittedAt !== null) return { code: 'submission_uncertain', message: uncertainSentence }
  if (row.status === 'running' && row.attempts >= attemptsMax) {
    return {
      code: 'interrupted',
      message: `The server stopped ${attemptsMax} times while working on this, so it was not tried again.`,
    }
  }
  return undefined
}

type Queues = {
  readonly store: Store
  readonly queue: Queue
}

/**
 * Puts a task back into its queue with a new job. A duplicate job is harmless, because only one of
 * the two finds the task queued.
 * @param isOwnFault whether the attempt counts, which is not so when the server was stopped.
 */
export async function queueAgain(
  { store, queue }: Queues,
  row: TaskRow,
  { isOwnFault = true } = {},
): Promise<void> {
  await queue.prepare(row.provider)
  await store.transaction(async ({ db, executeSql }) => {
    if (row.status === 'running') {
      const changed = await changeTask(db, isAsRead(row), {
        status: 'queued',
        stage: null,
        ...(!isOwnFault && { attempts: row.attempts - 1 }),
      })
      if (!changed) return
    }
    await queue.send({ provider: row.provider, taskId: row.id }, executeSql, {
      isFirst: row.status === 'running',
    })
  })
}
