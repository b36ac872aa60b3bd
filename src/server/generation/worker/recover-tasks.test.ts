import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isTaskOver } from '#contract/tasks.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { GenerationProvider } from '../../ports/generation-provider.ts'
import { assets as assetRows, tasks as taskRows } from '../../store/schema.ts'
import { openQueue } from './queue.ts'
import { fakeProvider, untilOver, untilStopped, untilTask, type World } from '../tasks.fixture.ts'
import { prepareWorlds } from '../worlds.fixture.ts'

const worlds = prepareWorlds()
const world = worlds.open

/** This provider never ends and ignores its signal, as if its process had died. */
const dead: GenerationProvider['produce'] = () => new Promise(() => {})

type Left = Partial<typeof taskRows.$inferInsert>

async function left(world_: World, state: Left): Promise<string> {
  const { id } = await world_.tasks.create(world_.request())
  await worlds.store.db.update(taskRows).set(state).where(eq(taskRows.id, id))
  return id
}

describe('after a restart', () => {
  it('every running or waiting task of the dead process continues', async () => {
    const before = await world({
      provider: fakeProvider({ produce: dead }),
      limits: { closeTimeoutMs: 10 },
    })
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push((await before.tasks.create(before.request())).id)
    await untilTask(before.tasks, ids[0]!, ({ status }) => status === 'running')

    const { blobs, files } = before
    const order: string[] = []
    const after = await world({
      blobs,
      files,
      provider: fakeProvider({
        produce: (request, ...rest) => {
          order.push(request.taskId)
          return fakeProvider().produce(request, ...rest)
        },
      }),
    })
    for (const id of ids) {
      expect(await untilOver(after.tasks, id)).toMatchObject({ status: 'completed' })
    }
    expect(order).toEqual(ids)
    const { tasks } = await after.tasks.list(10)
    expect(tasks.every(({ status }) => isTaskOver(status))).toBe(true)
    expect(await worlds.store.db.select().from(assetRows)).toHaveLength(3)
  })

  it('queued tasks keep their job and get no second job', async () => {
    const { tasks, request } = await world({
      provider: fakeProvider({ produce: dead }),
      limits: { closeTimeoutMs: 10 },
      isStarted: false,
    })
    const ids = [await tasks.create(request()), await tasks.create(request())].map(({ id }) => id)
    await tasks.start()
    await untilTask(tasks, ids[0]!, ({ status }) => status === 'running')
    const { rows } = await worlds.store.executeSql(
      "select data->>'taskId' as task from pgboss.job where state = 'created'",
    )
    expect(rows).toEqual([{ task: ids[1] }])
  })

  it('late writes of the dead process are ignored', async () => {
    const finishers: (() => void)[] = []
    const before = await world({
      limits: { closeTimeoutMs: 10 },
      provider: fakeProvider({
        produce: async (...given) => {
          await new Promise<void>((resolve) => finishers.push(resolve))
          throw new HttpError('provider_failed', `Too late for ${given[0].taskId}.`)
        },
      }),
    })
    const { id } = await before.tasks.create(before.request())
    await vi.waitFor(() => expect(finishers).toHaveLength(1))
    const after = await world({
      provider: fakeProvider({ produce: untilStopped }),
      blobs: before.blobs,
      files: before.files,
    })
    await untilTask(after.tasks, id, ({ status }) => status === 'running')
    finishers[0]?.()
    await before.tasks.create(before.request())
    await vi.waitFor(() => expect(finishers).toHaveLength(2))
    expect(await after.tasks.find(id)).toMatchObject({ status: 'running' })
  })

  it('a task is started at most three times, then fails with the reason', async () => {
    const waiting = await world({ isStarted: false })
    const twice = await left(waiting, { status: 'running', attempts: 2 })
    const thrice = await left(waiting, { status: 'running', attempts: 3 })
    await waiting.tasks.start()
    expect(await untilOver(waiting.tasks, twice)).toMatchObject({ status: 'completed' })
    expect(await untilOver(waiting.tasks, thrice)).toMatchObject({
      status: 'failed',
      failure: { code: 'interrupted', message: expect.stringContaining('3 times') },
    })
  })

  it('a paid task fails with an unclear cost after ten attempts', async () => {
    const waiting = await world({ isStarted: false })
    const bought = { submittedAt: new Date(), upstreamId: 'up-1', status: 'running' as const }
    const ninth = await left(waiting, { ...bought, attempts: 9 })
    const tenth = await left(waiting, { ...bought, attempts: 10 })
    await waiting.tasks.start()
    expect(await untilOver(waiting.tasks, ninth)).toMatchObject({ status: 'completed' })
    expect(await untilOver(waiting.tasks, tenth)).toMatchObject({
      status: 'failed',
      failure: { code: 'interrupted', message: expect.stringContaining('up-1') },
      cost: 'unclear',
    })
  })

  it('the worker polls a paid task again instead of paying for it again', async () => {
    const bought: string[] = []
    const followed: (string | undefined)[] = []
    const waiting = await world({
      isStarted: false,
      provider: fakeProvider({
        submit: ({ taskId }) => {
          bought.push(taskId)
          return Promise.resolve({ upstreamId: `up-${taskId}` })
        },
        produce: (request, ...rest) => {
          followed.push(request.upstreamId)
          return fakeProvider().produce(request, ...rest)
        },
      }),
    })
    const submittedAt = new Date()
    const known = await left(waiting, {
      status: 'running',
      attempts: 9,
      submittedAt,
      upstreamId: 'up-7',
    })
    const uncertain = await left(waiting, { status: 'running', attempts: 1, submittedAt })
    const unsent = await left(waiting, { status: 'running', attempts: 1 })
    await waiting.tasks.start()
    expect(await untilOver(waiting.tasks, known)).toMatchObject({ status: 'completed' })
    expect(await untilOver(waiting.tasks, uncertain)).toMatchObject({
      status: 'failed',
      failure: { code: 'submission_uncertain', message: expect.stringContaining('may') },
    })
    expect(await untilOver(waiting.tasks, unsent)).toMatchObject({ status: 'completed' })
    expect(bought).toEqual([unsent])
    expect(followed).toEqual(['up-7', `up-${unsent}`])
  })

  it('a task fails with the reason if its provider is gone', async () => {
    const waiting = await world({ isStarted: false })
    const id = await left(waiting, { provider: 'gone', modelId: 'gone/model' })
    await waiting.tasks.start()
    expect(await untilOver(waiting.tasks, id)).toMatchObject({
      status: 'failed',
      failure: { code: 'provider_unreachable', message: expect.stringContaining('gone') },
    })
  })
})

describe('recovery of tasks every half minute', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('queues a task without a worker again, and does not change a task with a worker', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const begun: string[] = []
    const { tasks, request } = await world({
      provider: fakeProvider({
        concurrency: 2,
        produce: (given, report, signal) => {
          begun.push(given.taskId)
          const { produce } = begun.length === 1 ? { produce: untilStopped } : fakeProvider()
          return produce(given, report, signal)
        },
      }),
    })
    const held = await tasks.create(request())
    await vi.waitFor(() => expect(begun).toEqual([held.id]))
    const lost = await tasks.create(request())
    await untilOver(tasks, lost.id)
    await worlds.store.db.delete(assetRows)
    await worlds.store.db
      .update(taskRows)
      .set({ status: 'running' })
      .where(eq(taskRows.id, lost.id))

    vi.advanceTimersByTime(30_000)
    await vi.waitFor(() => expect(begun).toEqual([held.id, lost.id, lost.id]))
    expect(await untilOver(tasks, lost.id)).toMatchObject({ status: 'completed' })
    expect(await tasks.find(held.id)).toMatchObject({ status: 'running' })
  })

  it('queues a task without a job, even if the clock was a day ahead when the task was created', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { tasks, request } = await world()
    const { id } = await tasks.create(request())
    await untilOver(tasks, id)
    await worlds.store.db.delete(assetRows)
    const createdAt = new Date(Date.now() + 86_400_000)
    await worlds.store.db
      .update(taskRows)
      .set({ status: 'queued', createdAt })
      .where(eq(taskRows.id, id))
    vi.advanceTimersByTime(30_000)
    expect(await untilOver(tasks, id)).toMatchObject({ status: 'completed' })
  })
})

describe('submission to a provider', () => {
  it('never repeats a submission that failed for an unknown reason', async () => {
    let calls = 0
    const { tasks, request } = await world({
      provider: fakeProvider({
        submit: () => {
          calls++
          return Promise.reject(new TypeError('fetch failed'))
        },
      }),
    })
    expect(await untilOver(tasks, (await tasks.create(request())).id)).toMatchObject({
      status: 'failed',
      failure: { code: 'submission_uncertain' },
    })
    expect(calls).toBe(1)
  })
})

describe('TaskService.close', () => {
  it('returns running tasks to the queue, without counting the attempt', async () => {
    const before = await world({ provider: fakeProvider({ produce: untilStopped }) })
    const { id } = await before.tasks.create(before.request())
    await untilTask(before.tasks, id, ({ status }) => status === 'running')
    await before.tasks.close()
    const [row] = await worlds.store.db.select().from(taskRows).where(eq(taskRows.id, id))
    expect(row).toMatchObject({ status: 'queued', attempts: 0 })

    const after = await world({ blobs: before.blobs, files: before.files })
    expect(await untilOver(after.tasks, id)).toMatchObject({ status: 'completed' })
  })
})

describe('the queue', () => {
  it('returns jobs with the same time in the order in which they were added', async () => {
    const queue = await openQueue(worlds.store)
    await queue.prepare('same')
    const taskIds = Array.from({ length: 12 }, (_, at) => `task ${at}`)
    // Jobs of one transaction have the same time, because the database's clock does not advance
    // within a transaction.
    await worlds.store.transaction(async ({ executeSql }) => {
      for (const taskId of taskIds) await queue.send({ provider: 'same', taskId }, executeSql)
    })
    const handled: string[] = []
    await new Promise<void>((resolve) => {
      queue.consume('same', { concurrency: 1 }, (taskId) => {
        handled.push(taskId)
        if (handled.length === taskIds.length) resolve()
        return Promise.resolve()
      })
    })
    expect(handled).toEqual(taskIds)
    await queue.close()
  })

  it('lets requests run between short jobs', async () => {
    const queue = await openQueue(worlds.store)
    await queue.prepare('quick')
    const jobs = 10
    for (let at = 0; at < jobs; at++)
      await queue.send({ provider: 'quick', taskId: `task ${at}` }, worlds.store.executeSql)
    let turns = 0
    let isOver = false
    const turn = () => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    const handled: string[] = []
    await new Promise<void>((resolve) => {
      queue.consume('quick', { concurrency: 1 }, (taskId) => {
        if (handled.length === 0) setImmediate(turn)
        handled.push(taskId)
        if (handled.length === jobs) resolve()
        return Promise.resolve()
      })
    })
    isOver = true
    expect(handled).toEqual(Array.from({ length: jobs }, (_, at) => `task ${at}`))
    expect(turns).toBeGreaterThanOrEqual(jobs - 2)
    await queue.close()
  })
})
