import type { GenerationProvider } from '../../ports/generation-provider.ts'
import type { Providers } from '../../ports/providers.ts'
import type { Queue } from './queue.ts'
import { createConsumers } from './consumers.ts'
import { openTaskReplicas } from '../other-replicas.ts'
import { noProvider, queueAgain, recoverTasks } from './recover-tasks.ts'
import { asOwner, asServer } from '../../store/owner-scope.ts'
import { TaskStoppedError, type StopReason } from '../../ports/task-stopped.ts'
import { runTask, type RunTaskOptions } from './run-task.ts'
import type { TaskHub } from '../task-hub.ts'
import { claimTask, failAbandonedTask, type TaskRow } from '../task-rows.ts'
import { ownValue } from '#lib/own-value.ts'

export type TaskWorker = {
  start: () => Promise<void>
  takeUp: () => Promise<void>
  stop: (taskId: string) => void
  rest: () => Promise<void>
  busyCount: () => number
  close: () => Promise<void>
}

export type TaskWorkerLimits = {
  /**
   * Time limits of tasks by provider, in ms. A provider without an entry uses its own limit,
   * otherwise `default`.
   */
  timeoutMs: Record<string, number> & { default: number }
  closeTimeoutMs: number
}

type TaskWorkerOptions = Omit<RunTaskOptions, 'changed'> & {
  queue: Queue
  hub: TaskHub
  providers: Pick<Providers, 'generationKept' | 'onChange'>
  limits: TaskWorkerLimits
  takes?: ((provider: string) => boolean) | undefined
}

const tendIntervalMs = 30_000

export function createTaskWorker(options: TaskWorkerOptions): TaskWorker {
  const { store, queue, hub, limits, providers } = options
  const running = new Map<string, AbortController>()
  const closing = new AbortController()
  const own = { running, closing: closing.signal, tend: () => tend() }
  const others = openTaskReplicas(options, own)
  let [tending, stopListening]: [NodeJS.Timeout?, (() => void)?] = []

  async function handle(taskId: string): Promise<void> {
    const row = await asServer(() => claimTask(store, taskId, others))
    if (row === 'full' || row === 'own') await others.waitForRoom(taskId, row)
    else if (row) await asOwner(row.ownerId, () => getHandle(row))
  }

  async function getHandle(row: TaskRow): Promise<void> {
    hub.allChanged()
    try {
      const provider = providers.generationKept().find(({ id }) => id === row.provider)
      await (provider
        ? work(row, provider)
        : failAbandonedTask(store, row, noProvider(row.provider)))
    } finally {
      hub.changed(row.id)
    }
  }

  async function work(row: TaskRow, provider: GenerationProvider): Promise<void> {
    const control = new AbortController()
    const stop = (reason: StopReason) => control.abort(new TaskStoppedError(reason))
    const timer = setTimeout(() => stop('timed-out'), timeLimitMs(limits, row, provider))
    const closed = () => stop('closing')
    closing.signal.addEventListener('abort', closed)
    if (closing.signal.aborted) closed()
    running.set(row.id, control)
    try {
      const isOver = await runTask(
        { ...options, changed: hub.changed },
        { row, provider, signal: control.signal },
      )
      if (!isOver) await giveBack(options, row)
    } finally {
      clearTimeout(timer)
      closing.signal.removeEventListener('abort', closed)
      running.delete(row.id)
    }
  }

  const jobs = holdJobs(handle)
  const resting = new AbortController()
  const notTaking = AbortSignal.any([closing.signal, resting.signal])
  const consumeAll = createConsumers({ ...options, take: jobs.take, closing: notTaking })

  /**
   * Finds tasks without a worker, for example because the store failed after their job was taken.
   */
  async function tend(): Promise<void> {
    try {
      await consumeAll()
      await recover(options, jobs.taskIds)
      hub.allChanged()
    } catch (error) {
      console.error('Waiting tasks could not be looked through.', error)
    }
  }

  return {
    takeUp: tend,
    start: async () => {
      await recover(options)
      await consumeAll()
      stopListening = providers.onChange(() => void consumeAll())
      tending = setInterval(() => void tend(), tendIntervalMs).unref()
    },
    rest: async () => {
      resting.abort()
      await consumeAll()
    },
    busyCount: () => jobs.taskIds().size,
    stop: (taskId) => running.get(taskId)?.abort(new TaskStoppedError('cancelled')),
    close: async () => {
      clearInterval(tending)
      others.close()
      stopListening?.()
      closing.abort()
      await Promise.race([jobs.done(), after(limits.closeTimeoutMs)])
      await queue.close()
    },
  }
}

const recover = (
  { store, queue, providers }: TaskWorkerOptions,
  heldNow?: () => ReadonlySet<string>,
) =>
  recoverTasks({
    store,
    queue,
    providers: providers.generationKept(),
    ...(heldNow && { heldNow }),
  })

/** Tracks running jobs. Several jobs for the same task run the task once. */
function holdJobs(handle: (taskId: string) => Promise<void>) {
  const jobs = new Set<{ taskId: string; done: Promise<void> }>()
  return {
    take: (taskId: string): Promise<void> => {
      const job = { taskId, done: handle(taskId) }
      jobs.add(job)
      return job.done.finally(() => jobs.delete(job))
    },
    taskIds: (): ReadonlySet<string> => new Set([...jobs].map(({ taskId }) => taskId)),
    done: () => Promise.allSettled([...jobs].map((job) => job.done)),
  }
}

async function giveBack({ store, queue }: TaskWorkerOptions, row: TaskRow): Promise<void> {
  try {
    await queueAgain({ store, queue }, row, { isOwnFault: false })
  } catch (error) {
    // The task is recovered at the next start.
    console.error('A task could not be handed back.', error)
  }
}

const after = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })

function timeLimitMs(
  { timeoutMs }: TaskWorkerLimits,
  row: TaskRow,
  provider: GenerationProvider,
): number {
  const model = row.modelId.slice(row.provider.length + 1)
  return ownValue(timeoutMs, provider.id) ?? provider.timeLimitMs?.(model) ?? timeoutMs.default
}
