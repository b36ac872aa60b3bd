import { describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '#api/http/errors.ts'
import { memoryOutboxStorage } from '#api/http/outbox.fixture.ts'
import type { CreateTask, Task } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { createTaskOutbox, idOfQueued, outboxTasksMax, type TaskOutbox } from './outbox.ts'
import { sendWanted } from './send-wanted.ts'

const wanted = (count: number): CreateTask[] =>
  Array.from({ length: count }, () => ({ id: newId(), modelId: 'local/a', params: {} }))

const nothing = () => {}
const wait = () => Promise.resolve()

const noShelf = { getItem: () => null, setItem: nothing, removeItem: nothing }
const shelf = () => memoryOutboxStorage(idOfQueued)
const kept = (outbox: TaskOutbox) => outbox.getState().items.map(({ task }) => task)

const full = new ApiError(
  { code: 'too_many_tasks', message: '100 tasks are waiting already.', retryAfterSeconds: 10 },
  429,
)

async function send(tasks: CreateTask[], answers: (Error | undefined)[] = []) {
  const outbox = createTaskOutbox(shelf(), noShelf)
  outbox.getState().tasksWanted(tasks)
  const asked: string[] = []
  const waits: number[] = []
  const obstacles: (string | undefined)[] = []
  const refused: string[] = []
  const started: string[] = []
  await sendWanted({
    outbox,
    signal: new AbortController().signal,
    create: ({ id }) => {
      asked.push(id)
      const answer = answers.shift()
      return answer ? Promise.reject(answer) : Promise.resolve({ id } as Task)
    },
    onStarted: ({ id }) => started.push(id),
    onUnwanted: nothing,
    onRefused: ({ id }) => refused.push(id),
    wait: (ms) => {
      waits.push(ms)
      obstacles.push(outbox.getState().obstacle)
      return Promise.resolve()
    },
  })
  return { outbox, asked, waits, obstacles, refused, started }
}

describe('createTaskOutbox', () => {
  it('keeps unsent tasks across a reload', () => {
    const place = shelf()
    const tasks = wanted(3)
    createTaskOutbox(place, noShelf).getState().tasksWanted(tasks)
    expect(kept(createTaskOutbox(place, noShelf))).toEqual(tasks)
  })

  it('sends tasks that an earlier version saved', () => {
    const place = shelf()
    const tasks = wanted(2)
    const old = { state: { wanted: tasks, seedCount: 4 }, version: 1 }
    const outbox = createTaskOutbox(place, { ...noShelf, getItem: () => old })
    expect(kept(outbox)).toEqual(tasks)
    expect(outbox.getState().seedCount).toBe(4)
  })

  it('adds all tasks, or none if there is no room for all', () => {
    const outbox = createTaskOutbox(shelf(), noShelf)
    expect(outbox.getState().tasksWanted(wanted(outboxTasksMax - 1))).toBe(true)
    expect(outbox.getState().tasksWanted(wanted(2))).toBe(false)
    expect(kept(outbox)).toHaveLength(outboxTasksMax - 1)
  })
})

describe('sendWanted', () => {
  it('sends tasks one by one in order', async () => {
    const tasks = wanted(4)
    const { asked, started, outbox } = await send(tasks)
    expect(asked).toEqual(tasks.map(({ id }) => id))
    expect(started).toEqual(asked)
    expect(kept(outbox)).toEqual([])
  })

  it('waits as long as the server asks when its queue is full, reports why, and sends the same id again', async () => {
    const tasks = wanted(2)
    const { asked, waits, obstacles, started } = await send(tasks, [full, full])
    expect(asked).toEqual([tasks[0]!.id, tasks[0]!.id, tasks[0]!.id, tasks[1]!.id])
    expect(waits).toEqual([10_000, 10_000])
    expect(obstacles[0]).toContain('waiting already')
    expect(started).toHaveLength(2)
  })

  it('keeps retrying with growing delays while the server is unreachable', async () => {
    const down = new NetworkError('The server cannot be reached.')
    const { waits } = await send(wanted(1), [down, down, down])
    expect(waits).toEqual([1_000, 2_000, 4_000])
  })

  it('skips a task that the server rejects as invalid, and sends the other tasks', async () => {
    const tasks = wanted(3)
    const wrong = new ApiError({ code: 'invalid_params', message: 'No.' }, 400)
    const { refused, started } = await send(tasks, [undefined, wrong])
    expect(refused).toEqual([tasks[1]!.id])
    expect(started).toEqual([tasks[0]!.id, tasks[2]!.id])
  })

  it('keeps a task if sending is aborted', async () => {
    const outbox = createTaskOutbox(shelf(), noShelf)
    outbox.getState().tasksWanted(wanted(2))
    const stop = new AbortController()
    const create = vi.fn<() => Promise<Task>>(() => {
      stop.abort()
      return Promise.reject(new DOMException('Stopped.', 'AbortError'))
    })
    await sendWanted({
      outbox,
      create,
      signal: stop.signal,
      onStarted: nothing,
      onUnwanted: nothing,
      onRefused: nothing,
      wait,
    })
    expect(create).toHaveBeenCalledTimes(1)
    expect(kept(outbox)).toHaveLength(2)
  })

  it('reports a task that the user cancelled while it was being sent', async () => {
    const outbox = createTaskOutbox(shelf(), noShelf)
    const [first] = wanted(1)
    outbox.getState().tasksWanted([first!])
    const started = vi.fn<(task: Task) => void>()
    const unwanted = vi.fn<(task: Task) => void>()
    await sendWanted({
      outbox,
      create: ({ id }) => {
        outbox.getState().emptied()
        return Promise.resolve({ id } as Task)
      },
      signal: new AbortController().signal,
      onStarted: started,
      onUnwanted: unwanted,
      onRefused: nothing,
      wait,
    })
    expect(unwanted).toHaveBeenCalledExactlyOnceWith({ id: first!.id })
    expect(started).not.toHaveBeenCalled()
  })
})
