import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray } from 'drizzle-orm'
import { localImageTo3d } from '../models/local-image-to-3d.ts'
import { localScan } from '../models/local-scan.ts'
import { log } from '../observability/log.ts'
import type { Providers } from '../ports/providers.ts'
import { TaskStoppedError } from '../ports/task-stopped.ts'
import { asServer } from '../store/owner-scope.ts'
import { filterTopics } from '../store/replica.ts'
import { tasks } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import type { Queue } from './worker/queue.ts'
import type { TaskHub } from './task-hub.ts'

/** Interval of the check for lost tasks, in case a database notification is lost. */
const lookEveryMs = 1_000
const fullWaitMs = 1_000

type Worker = {
  running: ReadonlyMap<string, AbortController>
  closing: AbortSignal
  tend: () => Promise<void>
}

/** Coordinates the task workers of several processes that share a database. */
export function openTaskReplicas(
  options: {
    store: Store
    queue: Queue
    hub: TaskHub
    providers: Pick<Providers, 'generationKept'>
  },
  { running, closing, tend }: Worker,
) {
  const { store, queue, hub, providers } = options
  const { replica } = store
  const look = () => {
    hub.lookAgain()
    stopLost(store, running).catch((error: unknown) => {
      log().warn({ error }, 'Tasks could not be looked at.')
    })
  }
  const stopHearing = [
    filterTopics('task', (id) => id && running.has(id) && look()),
    filterTopics('gone', () => void tend()),
  ].map((hear) => replica.wake.listen(hear))
  const looking = replica.isShared ? setInterval(look, lookEveryMs).unref() : undefined

  return {
    /**
     * Returns how many tasks of a provider may run in all processes together. The local engine has
     * no shared limit, because each process has its own engine.
     */
    atOnceMax: (provider: string): number => {
      if (!replica.isShared || provider === localImageTo3d.provider) return Infinity
      const kept = providers.generationKept().find(({ id }) => id === provider)
      return kept?.concurrency ?? Infinity
    },
    /**
     * Returns whether a person may run only one task of a model at a time, so that other people get
     * a turn.
     */
    isOnePerPerson: (modelId: string): boolean => modelId === localScan.id,
    /**
     * Puts a job back into the queue.
     * @param reason `own` puts the job behind all others, because only other tasks of its owner
     * block it.
     */
    waitForRoom: async (taskId: string, reason: 'full' | 'own'): Promise<void> => {
      const [row] = await asServer(() => store.db.select().from(tasks).where(eq(tasks.id, taskId)))
      if (!row) return
      const order = reason === 'full' ? { isFirst: true } : { turn: await queue.waitingCount() }
      await queue.send({ provider: row.provider, taskId }, store.executeSql, order)
      await sleep(fullWaitMs, undefined, { signal: closing }).catch(() => undefined)
    },
    close: () => {
      clearInterval(looking)
      stopHearing.forEach((stop) => stop())
    },
  }
}

async function stopLost(
  { db, replica }: Store,
  running: ReadonlyMap<string, AbortController>,
): Promise<void> {
  if (running.size === 0) return
  const looked = [...running]
  const ids = looked.map(([id]) => id)
  const isOwn = and(eq(tasks.status, 'running'), eq(tasks.replicaId, replica.id))
  const own = await asServer(() =>
    db
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(inArray(tasks.id, ids), isOwn)),
  )
  const kept = new Set(own.map(({ id }) => id))
  for (const [id, control] of looked) {
    // Tasks that have just ended in this process are not aborted.
    if (!kept.has(id)) control.abort(new TaskStoppedError('cancelled'))
  }
}
