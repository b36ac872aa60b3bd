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

/** How often a task may be begun. One that ends the process each time must not do so for ever. */
const attemptsMax = 3

/** The same for a task that has been bought: to follow it once more costs nothing. */
const followedMax = 10

/** A task that has waited this long while its provider had nothing to do has lost its job. */
const lostAfterMs = 30_000
/** By then every process knows a new connection. */
const connectedAfterMs = 60_000

/**
 * Brings order into what was left: tasks that nobody works on any more are queued again or fail with
 * the reason, and every queued task that could be taken has a job.
 *
 * @param options.heldNow ids of the tasks that this process works on; absent at the start.
 */
export async function recoverTasks({
  store,
  queue,
  providers,
  heldNow,
}: {
  store: Store
  queue: Queue
  /** Those that are switched off too. */
  providers: readonly GenerationProvider[]
  heldNow?: () => ReadonlySet<string>
}): Promise<void> {
  const ids = await queue.tasksWithoutJob()
  const rows = await unsettledTasks(store, { ids, providers: providers.map(({ id }) => id) })
  // Asked after the rows were read: whatever was running then is held now, or over.
  const held = heldNow?.()
  for (const row of rows) {
    const provider = providers.find(({ id }) => id === row.provider)
    if (held?.has(row.id)) continue
    if (held && row.status === 'queued') {
      const busy = rows.filter((other) => held.has(other.id) && other.provider === row.provider)
      const hasRoom = busy.length < (provider?.concurrency ?? 1)
      if (!hasRoom || isYoung(row)) continue
    }
    // Another process may just have connected it.
    if (!provider && store.replica.isShared && isYoung(row, connectedAfterMs)) continue
    const failure = reasonToFail(row, provider)
    if (failure) await failAbandonedTask(store, row, failure)
    else await queueAgain({ store, queue }, row)
    queue.wake(row.provider)
    // Thousands of them must not keep requests out.
    await othersTurn()
  }
}

/** What comes from a time that is still to be was made before the clock was set right. */
function isYoung({ createdAt }: TaskRow, beforeMs = lostAfterMs): boolean {
  const ageMs = Date.now() - createdAt.getTime()
  return ageMs >= 0 && ageMs < beforeMs
}

export const noProvider = (provider: string): Failure => ({
  code: 'provider_unreachable',
  message: `The provider ${provider} is no longer set up on this server.`,
})

function reasonToFail(row: TaskRow, provider: GenerationProvider | undefined): Failure | undefined {
  if (!provider) return noProvider(row.provider)
  if (row.upstreamId !== null) {
    if (row.status !== 'running' || row.attempts < followedMax) return undefined
    return {
      code: 'interrupted',
      message: `The connection broke ${followedMax} times while the provider was working on this, so it was not tried again. The provider’s id for it is ${cutText(row.upstreamId, 100)}, and it may still be billed.`,
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
 * Puts a task back into its queue, with a job. One that is queued already only gets the job: two for
 * the same task do no harm, since only one of them finds it queued.
 *
 * @param isOwnFault whether the begun attempt counts; it does not when the server was asked to stop.
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
