import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../errors/http-error.ts'
import {
  fakeProvider,
  openTaskWorld,
  testModel,
  tinyGlb,
  untilOver,
  untilStopped,
  type World,
} from '../generation/tasks.fixture.ts'
import type { GenerationProvider } from '../ports/generation-provider.ts'
import { purchases, spendingLimits, usageDays } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createSpending, type Spending } from './spending.ts'

let store: Store
let spending: Spending
let world: World | undefined

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.db.delete(purchases)
  await store.db.delete(usageDays)
  await store.db.delete(spendingLimits)
  spending = createSpending(store)
})
afterEach(async () => {
  await world?.close()
  world = undefined
  await spending.close()
})

const dear = {
  ...testModel,
  paramSchema: { ...testModel.paramSchema, 'x-price': { unit: 'usd', base: 0.4 } },
}
const listModels = () => Promise.resolve([testModel])
const paid = (own: Partial<GenerationProvider> = {}) =>
  fakeProvider({
    listModels: () => Promise.resolve([dear]),
    submit: () => Promise.resolve({ upstreamId: 'up-1' }),
    ...own,
  })

async function open(own: Partial<GenerationProvider> = {}, isStarted = true): Promise<World> {
  world = await openTaskWorld(store, {
    provider: paid(own),
    spending: spending.tasks,
    isStarted,
  })
  return world
}

const usage = async () => {
  const [row] = await store.db.select().from(usageDays)
  return row && { usd: row.usd, models: row.models, bytes: row.bytes }
}
const openCount = async () => (await store.db.select().from(purchases)).length

describe('spending of a 3D task', () => {
  it('includes its price, its model and its bytes when the task is finished', async () => {
    const { tasks, request } = await open()
    const { id } = await tasks.create(request())
    await untilOver(tasks, id)
    expect(await usage()).toEqual({ usd: 0.4, models: 1, bytes: tinyGlb().byteLength })
    expect(await openCount()).toBe(0)
  })

  it.each<[string, HttpError, number]>([
    ['its service refuses it', new HttpError('provider_refused', 'No.'), 0],
    ['nobody knows whether it was bought', new HttpError('submission_uncertain', 'Lost.'), 0.4],
  ])('is the highest possible cost if the task fails because %s', async (_why, error, usd) => {
    const { tasks, request } = await open({ submit: () => Promise.reject(error) })
    const { id } = await tasks.create(request())
    await untilOver(tasks, id)
    expect(await usage()).toEqual({ usd, models: 0, bytes: 0 })
    expect(await openCount()).toBe(0)
  })

  it('is zero on a person’s own server, even with a limit in dollars', async () => {
    await spending.limits.set({ scope: 'server', measure: 'usd', period: 'day', amount: 1 })
    const { tasks, request } = await open({ isFree: true, listModels })
    const { id } = await tasks.create(request())
    await untilOver(tasks, id)
    expect(await usage()).toMatchObject({ usd: 0, models: 1 })
    await world?.close()
    const bought = await open({ listModels })
    await expect(bought.tasks.create(bought.request())).rejects.toThrow('$2.00')
  })

  it('is released if the task is cancelled before it was sent', async () => {
    const { tasks, request } = await open({}, false)
    const { id } = await tasks.create(request())
    expect(await openCount()).toBe(1)
    await tasks.cancel(id)
    expect(await usage()).toEqual({ usd: 0, models: 0, bytes: 0 })
    expect(await openCount()).toBe(0)
  })

  it('stays reserved while the task runs and is counted once', async () => {
    const produce = vi.fn<GenerationProvider['produce']>(untilStopped)
    const { tasks, request } = await open({ produce })
    const { id } = await tasks.create(request())
    await vi.waitFor(() => expect(produce).toHaveBeenCalled())
    const later = createSpending(store, { clock: () => Date.now() + 9 * 3_600_000 })
    await later.settleLeft()
    expect(await openCount()).toBe(1)
    await tasks.cancel(id)
    await later.settleLeft()
    await later.close()
    expect(await usage()).toEqual({ usd: 0.4, models: 0, bytes: 0 })
  })
})

it('a 3D task is created only while a limit has room, and never twice', async () => {
  const { tasks, request } = await open({}, false)
  await spending.limits.set({ scope: 'server', measure: 'usd', period: 'day', amount: 2 })
  const requests = Array.from({ length: 12 }, () => request())
  const asked = await Promise.allSettled([...requests, ...requests].map((one) => tasks.create(one)))
  const made = new Set(asked.flatMap((one) => (one.status === 'fulfilled' ? one.value.id : [])))
  expect(made.size).toBe(5)
  expect(await openCount()).toBe(5)
  const listed = (await tasks.list(100)).tasks.map(({ id }) => id)
  expect(requests.filter(({ id }) => listed.includes(id))).toHaveLength(5)
})
