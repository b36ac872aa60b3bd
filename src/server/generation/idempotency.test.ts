import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Task } from '#contract/tasks.ts'
import { HttpError } from '../errors/http-error.ts'
import { idempotencyKeys } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createIdempotency, type Idempotency } from './idempotency.ts'

const hourMs = 60 * 60 * 1000

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
afterEach(async () => {
  await store.db.delete(idempotencyKeys)
})

let made: Map<string, Task>
let now: number
let idempotency: Idempotency
beforeEach(() => {
  made = new Map()
  now = Date.now()
  idempotency = createIdempotency(
    store,
    { find: (id) => Promise.resolve(made.get(id)) },
    { clock: () => now },
  )
})

const make = (id: string): Promise<Task> => {
  const task = made.get(id) ?? ({ id } as Task)
  made.set(id, task)
  return Promise.resolve(task)
}
const fail = async (): Promise<Task> => {
  throw new HttpError('invalid_params', 'No.')
}
const makeAndFail = async (id: string): Promise<Task> => {
  await make(id)
  throw new Error('The connection broke.')
}
const ask = (content: unknown = { params: 1 }, scope = 'me', create = make) =>
  idempotency.createOnce({ scope, key: 'key-1', content }, create)

describe('createOnce', () => {
  it('creates one task for the same key and request', async () => {
    const first = await ask()
    const second = await ask()
    expect(second.task.id).toBe(first.task.id)
    expect([first.isNew, second.isNew]).toEqual([true, false])
    expect(made.size).toBe(1)
  })

  it('creates one task for two concurrent requests', async () => {
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(new Set(answers.map(({ task }) => task.id)).size).toBe(1)
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(made.size).toBe(1)
  })

  it('refuses the same key with another request', async () => {
    await ask()
    await expect(ask({ params: 2 })).rejects.toMatchObject({ code: 'conflict' })
    expect(made.size).toBe(1)
  })

  it('treats equal keys of two clients as different', async () => {
    await ask()
    await ask({ params: 2 }, 'someone else')
    expect(made.size).toBe(2)
  })

  it('accepts a key again for another request after a day', async () => {
    const first = await ask()
    now += 23 * hourMs
    expect((await ask()).task.id).toBe(first.task.id)
    now += 2 * hourMs
    expect((await ask({ params: 2 })).task.id).not.toBe(first.task.id)
  })

  it('frees the key if the task could not be created', async () => {
    await expect(ask({ params: 1 }, 'me', fail)).rejects.toMatchObject({ code: 'invalid_params' })
    await ask({ params: 2 })
    expect(made.size).toBe(1)
  })

  it('returns the existing task if its first response was lost', async () => {
    const { task, isNew } = await ask({ params: 1 }, 'me', makeAndFail)
    expect(isNew).toBe(false)
    expect((await ask()).task.id).toBe(task.id)
    expect(made.size).toBe(1)
  })

  it('keeps the key after a restart', async () => {
    const { task } = await ask()
    idempotency = createIdempotency(store, { find: (id) => Promise.resolve(made.get(id)) })
    expect((await ask()).task.id).toBe(task.id)
  })
})
