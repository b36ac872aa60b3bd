import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TaskEvent } from '#contract/tasks.ts'
import { assets as assetRows, tasks as taskRows } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import type { NumberedTaskEvent } from './follow-task.ts'
import { fakeProvider, openTaskWorld, untilOver, untilTask, type World } from './tasks.fixture.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

let world: World
afterEach(async () => {
  await world.close()
  await store.db.delete(assetRows)
  await store.db.delete(taskRows)
})

const stages = ['One', 'Two', 'Three']

function stepped() {
  const steps: (() => void)[] = []
  const step = async () => {
    await vi.waitFor(() => expect(steps).not.toHaveLength(0))
    steps.shift()?.()
  }
  const finish = async (id: string) => {
    for (const stage of stages) {
      await step()
      await vi.waitFor(async () => {
        expect(await world.tasks.find(id)).toMatchObject({ stage })
      })
    }
    await step()
  }
  const provider = fakeProvider({
    produce: async (request, report, signal) => {
      for (const stage of stages) {
        await new Promise<void>((resolve) => steps.push(resolve))
        report({ stage, progress: 0.1 })
      }
      await new Promise<void>((resolve) => steps.push(resolve))
      return fakeProvider().produce(request, report, signal)
    },
  })
  return { provider, finish }
}

const brief = ({ seq, event }: NumberedTaskEvent) => [
  seq,
  event.type,
  event.type === 'task-progress' ? event.stage : event.task.status,
]

async function readAll(id: string, after?: number): Promise<NumberedTaskEvent[]> {
  const signal = AbortSignal.timeout(300_000)
  return readToEnd(await world.tasks.follow(id, { after, signal }))
}

async function readToEnd(reader: AsyncIterable<NumberedTaskEvent>): Promise<NumberedTaskEvent[]> {
  const events: NumberedTaskEvent[] = []
  for await (const event of reader) events.push(event)
  return events
}

describe('TaskService.follow', () => {
  it('yields the task’s state, its numbered changes, and its end', async () => {
    const { provider, finish } = stepped()
    world = await openTaskWorld(store, { provider, isStarted: false })
    const { id } = await world.tasks.create(world.request())
    const reader = await world.tasks.follow(id, { signal: AbortSignal.timeout(300_000) })
    const first = (await reader.next()).value as NumberedTaskEvent
    const rest = readToEnd(reader)
    await world.tasks.start()
    await finish(id)
    const events = [first, ...(await rest)]
    expect(events.map(brief)).toEqual([
      [1, 'task-state', 'queued'],
      [2, 'task-state', 'running'],
      [3, 'task-progress', 'One'],
      [4, 'task-progress', 'Two'],
      [5, 'task-progress', 'Three'],
      [6, 'task-progress', 'Checking the model'],
      [7, 'task-end', 'completed'],
    ])
    expect(events.at(-1)?.event).toMatchObject({ task: { asset: { name: 'Teddy' } } })
  })

  it('continues after the last event that the client received', async () => {
    const { provider, finish } = stepped()
    world = await openTaskWorld(store, { provider })
    const { id } = await world.tasks.create(world.request())
    await finish(id)
    await untilOver(world.tasks, id)
    const events = await readAll(id, 4)
    expect(events.map(brief)).toEqual([
      [4, 'task-state', 'running'],
      [5, 'task-progress', 'Three'],
      [6, 'task-progress', 'Checking the model'],
      [7, 'task-end', 'completed'],
    ])
    const state = events[0]?.event as Extract<TaskEvent, { type: 'task-state' }>
    expect(state.task).toMatchObject({ stage: 'Two' })
    expect(state.task).not.toHaveProperty('asset')
    expect(state.task).not.toHaveProperty('finishedAt')
  })

  it('ends immediately for a finished task', async () => {
    world = await openTaskWorld(store)
    const { id } = await world.tasks.create(world.request())
    await untilOver(world.tasks, id)
    const expected = ['task-state', 'task-end']
    for (const after of [undefined, 999]) {
      expect((await readAll(id, after)).map(({ event }) => event.type)).toEqual(expected)
    }
  })

  it('reports new queue positions of a waiting task', async () => {
    const { provider, finish } = stepped()
    world = await openTaskWorld(store, { provider })
    const first = await world.tasks.create(world.request())
    await untilTask(world.tasks, first.id, ({ status }) => status === 'running')
    await world.tasks.create(world.request())
    const third = await world.tasks.create(world.request())
    expect(third.queuePosition).toBe(1)
    const moved = untilTask(world.tasks, third.id, ({ queuePosition }) => queuePosition === 0)
    await finish(first.id)
    expect(await moved).toMatchObject({ status: 'queued' })
  })

  it('ends when the reader disconnects and when the server closes', async () => {
    world = await openTaskWorld(store, { isStarted: false })
    const { id } = await world.tasks.create(world.request())
    const gone = new AbortController()
    const leaving = await world.tasks.follow(id, { signal: gone.signal })
    await leaving.next()
    const closing = await world.tasks.follow(id, { signal: new AbortController().signal })
    await closing.next()
    gone.abort()
    expect(await leaving.next()).toMatchObject({ done: true })
    const end = closing.next()
    await world.tasks.close()
    expect(await end).toMatchObject({ done: true })
  })

  it('ends immediately for an unknown task', async () => {
    world = await openTaskWorld(store, { isStarted: false })
    const { signal } = new AbortController()
    await expect(world.tasks.follow('x', { signal })).rejects.toMatchObject({ code: 'not_found' })
  })
})
