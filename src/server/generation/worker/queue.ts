import { setImmediate as othersTurn } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import { v7 as sortedId } from 'uuid'
import { hearing } from '../../store/replica.ts'
import type { ExecuteSql, Store } from '../../store/store.ts'

/** Which tasks are to be done next. The tasks' rows are the truth: a job only says "look at this one". */
export type Queue = {
  /** Makes room for the jobs of a provider, once; before the transaction in which `send` is called. */
  prepare: (provider: string) => Promise<void>
  /**
   * Adds a job, as part of the transaction that `executeSql` belongs to. Call `wake` once that is through.
   *
   * @param options.isFirst whether it goes before all that wait: it was at its turn already.
   * @param options.turn how many of the same caller wait before it; jobs of a lower turn go first.
   */
  send: (
    job: { provider: string; taskId: string },
    executeSql: ExecuteSql,
    options?: { isFirst?: boolean; turn?: number },
  ) => Promise<void>
  /**
   * Hands jobs to `handle`, oldest first, up to `concurrency` at once, until the queue is closed or
   * `signal` fires. `handle` must not throw; a job is done when it returns.
   */
  consume: (
    provider: string,
    options: { concurrency: number; signal?: AbortSignal },
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

/** A queue in the store's own database, so that a task and its job are written together or not at all. */
export async function openQueue(store: Store): Promise<Queue> {
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
  await store.executeSql(indexOfTurns)

  const prepared = new Map<string, Promise<void>>()
  const prepare = (provider: string): Promise<void> => {
    const known = prepared.get(provider)
    if (known) return known
    const made = boss.createQueue(queueOf(provider))
    prepared.set(provider, made)
    // The store may take writes again by the next time.
    made.catch(() => prepared.delete(provider))
    return made
  }

  const wakers = new Map<string, Set<() => void>>()
  const wakeHere = (provider: string) => {
    for (const wake of wakers.get(provider) ?? []) wake()
  }
  // What is missed is found at the next poll.
  const stopListening = store.replica.wake.listen(
    hearing('queue', (provider) => {
      for (const one of provider ? [provider] : wakers.keys()) wakeHere(one)
    }),
  )

  return {
    prepare,
    send: async ({ provider, taskId }, executeSql, { isFirst = false, turn = 0 } = {}) => {
      // Jobs of one transaction, or of one millisecond, are equally old; then their ids decide.
      const options = { id: sortedId(), db: { executeSql }, priority: isFirst ? 1 : -turn }
      const job = await boss.send(queueOf(provider), { taskId }, options)
      // It says nothing else when the queue does not exist.
      if (job === null) throw new Error(`No job could be made for the provider ${provider}.`)
    },
    consume: (provider, { concurrency, signal: own }, handle) => {
      const name = queueOf(provider)
      const signal = own ? AbortSignal.any([closing.signal, own]) : closing.signal
      const ownWakers = wakers.get(provider) ?? new Set()
      wakers.set(provider, ownWakers)
      for (let i = 0; i < concurrency; i++) {
        const sleeper = createSleeper(signal)
        ownWakers.add(sleeper.wake)
        signal.addEventListener('abort', () => ownWakers.delete(sleeper.wake), { once: true })
        // Not `boss.work`: it leaves the promise of a job's completion unhandled, and a disk that is
        // full at that moment would end the process.
        void takeJobs({ boss, name, handle, sleeper, signal, closing: closing.signal })
      }
    },
    wake: (provider) => {
      wakeHere(provider)
      store.replica.wake.tell(`queue:${provider}`)
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
      stopListening()
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
  /** Ends the loop. */
  signal: AbortSignal
  /** The whole queue's: nothing more is written. */
  closing: AbortSignal
}

async function takeJobs({ boss, name, handle, sleeper, signal, closing }: Loop): Promise<void> {
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
      if (!closing.aborted) await boss.complete(name, job.id)
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
