import { setImmediate as othersTurn } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import { v7 as sortedId } from 'uuid'
import type { ExecuteSql, Store } from '../store/store.ts'

/** Which tasks are to be done next. The tasks' rows are the truth: a job only says "look at this one". */
export type Queue = {
  /**
   * Adds a job, as part of the transaction that `executeSql` belongs to. Call `wake` once that is through.
   *
   * @param options.isFirst whether it goes before all that wait: it was at its turn already.
   * @param options.turn how many of the same caller wait before it; jobs of a lower turn go first.
   */
  send: (
    provider: string,
    taskId: string,
    executeSql: ExecuteSql,
    options?: { isFirst?: boolean; turn?: number },
  ) => Promise<void>
  /**
   * Hands jobs to `handle`, oldest first, up to `concurrency` at once, until the queue is closed.
   * `handle` must not throw; a job is done when it returns.
   */
  consume: (
    provider: string,
    concurrency: number,
    handle: (taskId: string) => Promise<void>,
  ) => void
  /** Looks for new jobs now instead of at the next poll. */
  wake: (provider: string) => void
  /** Jobs that nobody has taken yet. */
  waitingCount: () => Promise<number>
  /** Ids of the tasks that are queued and have no such job. */
  tasksWithoutJob: () => Promise<string[]>
  /** Takes no more jobs; resolves when no query of the queue is under way. Does not wait for handlers. */
  close: () => Promise<void>
}

const pollIntervalMs = 2_000
/** After a failed query, so that a broken store is not asked in a tight loop. */
const errorDelayMs = 5_000
/** Longer than any task may take: until then nobody else may take a job that is being done. */
const expireInHours = 4

/** Without it, each job that is taken sorts all that wait: a tenth of a second with 10,000 of them. */
const indexOfTurns = `create index if not exists job_turns
  on pgboss.job (name, priority desc, created_on, id) where state < 'active'`

/**
 * A queue in the store's own database, so that a task and its job are written together or not at all.
 *
 * @param providers ids of all providers that tasks may be for.
 */
export async function openQueue(store: Store, providers: readonly string[]): Promise<Queue> {
  const closing = new AbortController()
  const pending = new Set<Promise<unknown>>()
  const boss = new PgBoss({
    db: { executeSql: (text, values) => track(pending, store.executeSql(text, values)) },
    schedule: false,
    retryLimit: 0,
    expireInHours,
    deleteAfterDays: 1,
  })
  boss.on('error', (error) => {
    if (!closing.signal.aborted) console.error('The queue reported an error.', error)
  })
  await boss.start()
  for (const provider of providers) await boss.createQueue(queueOf(provider))
  await store.executeSql(indexOfTurns)

  const wakers = new Map<string, Set<() => void>>()

  return {
    send: async (provider, taskId, executeSql, { isFirst = false, turn = 0 } = {}) => {
      // Jobs of one transaction, or of one millisecond, are equally old; then their ids decide.
      const options = { id: sortedId(), db: { executeSql }, priority: isFirst ? 1 : -turn }
      const job = await boss.send(queueOf(provider), { taskId }, options)
      // It says nothing else when the queue does not exist.
      if (job === null) throw new Error(`No job could be made for the provider ${provider}.`)
    },
    consume: (provider, concurrency, handle) => {
      const name = queueOf(provider)
      const ownWakers = wakers.get(provider) ?? new Set()
      wakers.set(provider, ownWakers)
      for (let i = 0; i < concurrency; i++) {
        const sleeper = createSleeper(closing.signal)
        ownWakers.add(sleeper.wake)
        // Not `boss.work`: it leaves the promise of a job's completion unhandled, and a disk that is
        // full at that moment would end the process.
        void takeJobs({ boss, name, handle, sleeper, signal: closing.signal })
      }
    },
    wake: (provider) => {
      for (const wake of wakers.get(provider) ?? []) wake()
    },
    waitingCount: async () => {
      const { rows } = await store.executeSql(
        "select count(*)::int as jobs from pgboss.job where state in ('created', 'retry')",
      )
      return (rows[0] as { jobs: number }).jobs
    },
    tasksWithoutJob: async () => {
      const { rows } = await store.executeSql(
        `select id from tasks where status = 'queued' and id not in (
          select data->>'taskId' from pgboss.job
            where state in ('created', 'retry') and data->>'taskId' is not null)`,
      )
      return (rows as { id: string }[]).map(({ id }) => id)
    },
    close: async () => {
      closing.abort()
      await boss.stop({ graceful: false, close: false })
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }
}

const queueOf = (provider: string): string => `generate-${provider}`

type Loop = {
  boss: PgBoss
  name: string
  handle: (taskId: string) => Promise<void>
  sleeper: Sleeper
  signal: AbortSignal
}

async function takeJobs({ boss, name, handle, sleeper, signal }: Loop): Promise<void> {
  while (!signal.aborted) {
    try {
      sleeper.reset()
      // A clock that was a day ahead and is right again must not keep jobs waiting for that day.
      const [job] = await boss.fetch<{ taskId: string }>(name, { ignoreStartAfter: true })
      if (!job) {
        await sleeper.sleep(pollIntervalMs)
        continue
      }
      await handle(job.data.taskId)
      if (!signal.aborted) await boss.complete(name, job.id)
      // The embedded store answers without ever leaving this turn of the event loop: jobs that are soon
      // over, one after the other, would let no request in.
      await othersTurn()
    } catch (error) {
      if (signal.aborted) return
      console.error('The queue cannot be read.', error)
      await sleeper.sleep(errorDelayMs)
    }
  }
}

type Sleeper = { reset: () => void; sleep: (ms: number) => Promise<void>; wake: () => void }

/** Sleeps that are cut short by `wake`, also by one that came after the last `reset`. */
function createSleeper(signal: AbortSignal): Sleeper {
  let isWoken = false
  let end: (() => void) | undefined
  const wake = () => {
    isWoken = true
    end?.()
  }
  signal.addEventListener('abort', wake, { once: true })
  return {
    wake,
    reset: () => (isWoken = signal.aborted),
    sleep: (ms) =>
      new Promise((resolve) => {
        if (isWoken) return resolve()
        const timer = setTimeout(() => end?.(), ms)
        end = () => {
          clearTimeout(timer)
          end = undefined
          resolve()
        }
      }),
  }
}

async function track<T>(pending: Set<Promise<unknown>>, query: Promise<T>): Promise<T> {
  pending.add(query)
  try {
    return await query
  } finally {
    pending.delete(query)
  }
}
