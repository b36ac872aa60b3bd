import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Task, TaskEvent } from '#contract/tasks.ts'
import { followTask } from './follow-task.ts'
import { cancelTask, createTask, listTasks } from './tasks.ts'

const task: Task = {
  id: '0'.repeat(20),
  modelId: 'local/image-to-3d',
  params: {},
  status: 'running',
  createdAt: '2026-01-01T00:00:00.000Z',
}
const state: TaskEvent = { type: 'task-state', task }
const progress: TaskEvent = { type: 'task-progress', stage: 'Cutting out', progress: 0.5 }
const end: TaskEvent = { type: 'task-end', task: { ...task, status: 'completed' } }

const stream = (...events: [id: number, event: TaskEvent][]) =>
  new Response(
    events.map(([id, event]) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
  )
const refusal = (status: number, code: string) =>
  Response.json({ code, message: 'No.' }, { status })

const down = () => new TypeError('network')

const answers: (() => Promise<Response>)[] = []
const requests: { url: string; init: RequestInit }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  answers.length = 0
  requests.length = 0
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return (answers.shift() ?? (() => Promise.reject(new TypeError('no more answers'))))()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const will = (...responses: (Response | Error)[]) => {
  for (const response of responses) {
    answers.push(() =>
      response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
    )
  }
}

describe('listTasks', () => {
  it('drops an invalid task and returns the others', async () => {
    const silent = vi.spyOn(console, 'warn').mockImplementation(() => {})
    will(Response.json({ tasks: [task, { ...task, progress: 7 }, null, task] }))
    expect(await listTasks()).toEqual({ tasks: [task, task] })
    expect(silent).toHaveBeenCalledTimes(2)
    silent.mockRestore()
  })
})

async function follow(signal = new AbortController().signal, onLost?: (ms: number) => void) {
  const events: TaskEvent[] = []
  const reading = (async () => {
    for await (const event of followTask(task.id, signal, onLost)) events.push(event)
    return events
  })()
  // This handler prevents Node from reporting the rejection before the assertion below.
  reading.catch(() => {})
  await vi.advanceTimersByTimeAsync(120_000)
  return reading
}

const lastEventIds = () =>
  requests.map(({ init }) => new Headers(init.headers).get('last-event-id'))

describe('followTask', () => {
  it('yields every event and ends after the last one', async () => {
    will(stream([1, state], [2, progress], [3, end]))
    expect(await follow()).toEqual([state, progress, end])
    expect(requests[0]?.url).toBe(`/api/tasks/${task.id}/events`)
  })

  it('continues after the last received event when the connection breaks', async () => {
    will(stream([1, state], [7, progress]), down(), stream([8, end]))
    expect(await follow()).toEqual([state, progress, end])
    expect(lastEventIds()).toEqual([null, '7', '7'])
  })

  it('waits longer after each failed attempt, and resets the delay after an event', async () => {
    const waits: number[] = []
    will(down(), down(), down(), stream([1, state]), down(), stream([2, end]))
    await follow(undefined, (ms) => waits.push(ms))
    expect(waits).toEqual([500, 1_000, 2_000, 500, 1_000])
  })

  it.each([502, 429])('reconnects after a response with status %i', async (status) => {
    will(refusal(status, status === 429 ? 'rate_limited' : 'internal'), stream([1, end]))
    expect(await follow()).toEqual([end])
  })

  it('throws for an unknown task', async () => {
    will(refusal(404, 'not_found'))
    await expect(follow()).rejects.toMatchObject({ code: 'not_found' })
    expect(requests).toHaveLength(1)
  })

  it('ends when aborted, also while it waits to reconnect', async () => {
    const controller = new AbortController()
    will(down())
    const events = await follow(controller.signal, () => controller.abort())
    expect(events).toEqual([])
    expect(requests).toHaveLength(1)
  })
})

describe('tasks', () => {
  it('are created with the id that the client has chosen', async () => {
    will(Response.json(task, { status: 201 }))
    await createTask({ id: task.id, modelId: task.modelId, params: { face_limit: 500 } })
    expect(requests[0]).toMatchObject({ url: '/api/tasks', init: { method: 'POST' } })
    expect(JSON.parse(requests[0]?.init.body as string)).toMatchObject({ id: task.id })
  })

  it('are cancelled by id', async () => {
    will(Response.json({ ...task, status: 'cancelled' }))
    expect((await cancelTask(task.id)).status).toBe('cancelled')
    expect(requests[0]).toMatchObject({
      url: `/api/tasks/${task.id}/cancel`,
      init: { method: 'POST' },
    })
  })
})
