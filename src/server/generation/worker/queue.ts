import { setImmediate as othersTurn } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import { v7 as sortedId } from 'uuid'
import { z } from 'zod'
import { filterTopics } from '../../store/replica.ts'
import type { ExecuteSql, Store } from '../../store/store.ts'

/** Determines the order of the next tasks. A job contains only the id of its task. */
export type Queue = {
  /**
   * Creates a provider's queue if it does not exist. Must be called before the transaction of
   * `send`.
   */
  prepare: (provider: string) => Promise<void>
  /**
   * Adds a job within the transaction of `executeSql`. Call `wake` after the commit.
   * @param options.isFirst puts the job before all waiting jobs, because its task had begun before.
   * @param options.turn number of the caller's jobs that wait already. Lower turns run first.
   */
  send: (
    job: { provider: string; taskId: string },
    executeSql: ExecuteSql,
    options?: { isFirst?: boolean; turn?: number },
  ) => Promise<void>
  /**
   * Passes jobs to `handle`, oldest first, up to `concurrency` at once, until the queue is closed
   * or `signal` is aborted. A job is done when `handle` returns. `handle` must not throw.
   */
  consume: (
    provider: string,
    options: { concurrency: number; signal?: AbortSignal },
    handle: (taskId: string) => Promise<void>,
  ) => void
  wake: (provider: string) => void
  waitingCount: () => Promise<number>
  tasksWithoutJob: () => Promise<string[]>
  /** Stops taking jobs. Resolves when no query is pending, without waiting for `handle`. */
  close: () => Promise<void>
}

const pollIntervalMs = 2_000
const errorDelayMs = 5_000
/** After this time another process may take the job again. Longer than any task may run. */
const expireInHours = 4

/** Without this index, each query sorts all waiting jobs, which takes 0.1 s with 10,000 jobs. */
const indexOfTurns = `create index if not exists job_turns
  on pgboss.job (name, priority desc, created_on, id) where state < 'active'`

/**
 * Opens a queue in the store's database, so that a task and its job are written in one transaction.
 */
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
    const made = boss.createQueue(getQueue(provider))
    prepared.set(provider, made)
    // A failed creation is not cached, because the store may accept writes later.
    made.catch(() => prepared.delete(provider))
    return made
  }

  const wakers = new Map<string, Set<() => void>>()
  const wakeHere = (provider: string) => {
    for (const wake of wakers.get(provider) ?? []) wake()
  }
  const stopListening = store.replica.wake.listen(
    filterTopics('queue', (provider) => {
      for (const one of provider ? [provider] : wakers.keys()) wakeHere(one)
    }),
  )

  return {
    prepare,
    send: async ({ provider, taskId }, executeSql, { isFirst = false, turn = 0 } = {}) => {
      // Sorted ids keep the order of jobs that were added in the same millisecond.
      const options = { id: sortedId(), db: { executeSql }, priority: isFirst ? 1 : -turn }
      const job = await boss.send(getQueue(provider), { taskId }, options)
      // pg-boss returns null if the queue does not exist.
      if (job === null) throw new Error(`No job could be made for the provider ${provider}.`)
    },
    consume: (provider, { concurrency, signal: own }, handle) => {
      const name = getQueue(provider)
      const signal = own ? AbortSignal.any([closing.signal, own]) : closing.signal
      const ownWakers = wakers.get(provider) ?? new Set()
      wakers.set(provider, ownWakers)
      for (let i = 0; i < concurrency; i++) {
        const sleeper = createSleeper(signal)
        ownWakers.add(sleeper.wake)
        signal.addEventListener('abort', () => ownWakers.delete(sleeper.wake), { once: true })
        // `boss.work` is not used, because on a full disk its unhandled rejection would end the
        // process.
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
      return z.object({ jobs: z.number() }).parse(rows[0]).jobs
    },
    tasksWithoutJob: async () => {
      const { rows } = await store.executeSql(
        `select id from tasks where status = 'queued' and id not in (
          select data->>'taskId' from pgboss.job
            where state in ('created', 'retry') and data->>'taskId' is not null)`,
      )
      return rows.map((row) => z.object({ id: z.string() }).parse(row).id)
    },
    close: async () => {
      closing.abort()
      stopListening()
      await boss.stop({ graceful: false, close: false })
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }
}

const getQueue = (provider: string): string => `generate-${provider}`

type Loop = {
  boss: PgBoss
  name: string
  handle: (taskId: string) => Promise<void>
  sleeper: Sleeper
  signal: AbortSignal
  closing: AbortSignal
}

async function takeJobs({ boss, name, handle, sleeper, signal, closing }: Loop): Promise<void> {
  while (!signal.aborted) {
    try {
      sleeper.reset()
      // Start times are ignored, because the clock may have been ahead when the job was added.
      const [job] = await boss.fetch<{ taskId: string }>(name, { ignoreStartAfter: true })
      if (!job) {
        await sleeper.sleep(pollIntervalMs)
        continue
      }
      await handle(job.data.taskId)
      if (!closing.aborted) await boss.complete(name, job.id)
      // Awaiting the embedded store does not let other requests run, so the loop yields to them
      // explicitly.
      await othersTurn()
    } catch (error) {
      if (signal.aborted) return
      console.error('The queue cannot be read.', error)
      await sleeper.sleep(errorDelayMs)
    }
  }
}

type Sleeper = { reset: () => void; sleep: (ms: number) => Promise<void>; wake: () => void }

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
