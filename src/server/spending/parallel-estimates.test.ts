import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SetLimit } from '#contract/spending.ts'
import { createReserveForKey, type ReserveForKey } from '../access/keys/key-spending.ts'
import { createKeyService } from '../access/keys/key-service.ts'
import { withinRequest } from '../observability/request-context.ts'
import { asOwner } from '../store/owner-scope.ts'
import { apiKeys, callCosts, purchases, spendingLimits, usageDays, teams } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { noAmounts } from './amounts.ts'
import { createSpending, type Spending } from './spending.ts'

const parallel = 100
/** Price per request in US dollars, far above the price of the request's tokens. */
const feeUsd = 0.5
const estimateUsd = 0.02

let store: Store
let servers: Spending[]

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  store.ownership.isStrict = false
  for (const table of [purchases, usageDays, spendingLimits, callCosts, apiKeys, teams]) {
    await store.db.delete(table)
  }
  // Two servers share reservations only through the database.
  servers = [open(), open()]
  return async () => {
    for (const server of servers) await server.close()
  }
})

const open = () => createSpending(store, { waitMs: 3_000, teamsOf: () => ['a team'] })
const usd = (amount: number) => ({ ...noAmounts, usd: amount })

async function callAtOnce(call: (at: number) => Promise<(amount: number) => Promise<void>>) {
  const refusals: unknown[] = []
  let answered = 0
  const all = Array.from({ length: parallel }, async (_, at) => {
    const settle = await call(at)
    answered++
    await sleep(5)
    await settle(feeUsd)
  })
  for (const one of await Promise.allSettled(all)) {
    if (one.status === 'rejected') refusals.push((one.reason as { code?: string }).code)
  }
  return { answered, refusals }
}

const modelCall =
  (some: readonly Spending[], modelId = 'service/dear') =>
  async (at: number) => {
    const server = some[at % some.length]
    const settle = await server!.reserve({ modelId, amounts: usd(estimateUsd), isEstimate: true })
    return (amount: number) => settle(usd(amount))
  }

describe('spending limits that are nearly used up', () => {
  const scopes: Partial<SetLimit>[] = [
    { scope: 'person', subject: 'owner' },
    { scope: 'team', subject: 'a team' },
    { scope: 'key', subject: 'a key' },
    { scope: 'everyone' },
    { scope: 'server' },
    { scope: 'model', subject: 'service/dear' },
  ]
  it.each(scopes.flatMap((scope) => [1, 2].map((count) => ({ ...scope, count }))))(
    'are exceeded by one answer at most: $scope, servers: $count',
    async ({ count, ...scope }) => {
      if (scope.scope === 'team') {
        await store.executeSql(
          `insert into users (id, name, email, role, password_hash) values ('owner', 'O', 'o@example.com', 'admin', '') on conflict do nothing`,
        )
        await store.executeSql(
          `insert into teams (id, name) values ('a team', 'A') on conflict do nothing`,
        )
        await store.executeSql(
          `insert into team_members (team_id, user_id, role) values ('a team', 'owner', 'member') on conflict do nothing`,
        )
      }
      const limit = { measure: 'usd', period: 'month', amount: 1.5, ...scope } as SetLimit
      await servers[0]!.limits.set(limit)
      const some = servers.slice(0, count)
      const { answered, refusals } = await withinRequest({ keyId: 'a key' } as never, () =>
        asOwner('owner', () => callAtOnce(modelCall(some))),
      )
      expect(answered).toBeGreaterThanOrEqual(3)
      expect(answered).toBeLessThanOrEqual(4)
      expect(refusals).toHaveLength(parallel - answered)
      expect(new Set([...refusals, 'over_quota', 'rate_limited']).size).toBe(2)
      const [state] = await servers[0]!.states(await servers[0]!.limits.list())
      expect(state).toMatchObject({ reserved: 0 })
      expect(state!.used).toBeLessThanOrEqual(1.5 + feeUsd)
    },
  )

  it('are not exceeded after one cheap call of the same model', async () => {
    await servers[0]!.limits.set({ scope: 'server', measure: 'usd', period: 'month', amount: 1.5 })
    const settle = await modelCall(servers)(0)
    await settle(0.001)
    const { answered } = await callAtOnce(modelCall(servers))
    expect(answered).toBeLessThanOrEqual(4)
  })

  it('allow concurrent calls while there is room for their highest price', async () => {
    await servers[0]!.limits.set({ scope: 'server', measure: 'usd', period: 'month', amount: 500 })
    const calls = Array.from({ length: 40 }, (_, at) => modelCall(servers)(at))
    const settles = await Promise.all(calls)
    expect(settles).toHaveLength(40)
    await Promise.all(settles.map((settle) => settle(feeUsd)))
  })

  it('refuse a call with a message while another call runs, and allow calls afterwards', async () => {
    const patient = createSpending(store, { waitMs: 50 })
    await patient.limits.set({ scope: 'server', measure: 'usd', period: 'month', amount: 1 })
    const settle = await modelCall([patient])(0)
    const waiting = modelCall([patient])(1)
    await expect(waiting).rejects.toMatchObject({
      code: 'rate_limited',
      message:
        'The rest of this server’s limit of $1.00 a month is reserved for what is still running. Try again when that is done.',
    })
    // This amount is exact and fits the limit, although a running answer may exceed the limit.
    await patient.spend({ amounts: usd(0.5) })
    const gone = new AbortController()
    const order = { modelId: 'service/dear', amounts: usd(estimateUsd), isEstimate: true }
    const left = patient.reserve({ ...order, signal: gone.signal })
    gone.abort(new Error('The client is gone.'))
    await expect(left).rejects.toThrow('The client is gone.')
    await settle(0)
    await (
      await modelCall([patient])(2)
    )(0)
    await patient.close()
  })

  it('count the reservations of a stopped server at their estimated cost', async () => {
    const [here] = servers
    const { replica } = store
    const gone = createSpending({ ...store, replica: { ...replica, id: 'gone' } })
    await here!.limits.set({ scope: 'server', measure: 'usd', period: 'month', amount: 1 })
    await modelCall([gone])(0)
    await gone.close()
    await here!.settleLeft()
    const [state] = await here!.states(await here!.limits.list())
    expect(state).toMatchObject({ used: estimateUsd, reserved: 0 })
  })
})

describe('API key that has nearly spent its monthly budget', () => {
  let reserves: ReserveForKey[]
  let keys: ReturnType<typeof createKeyService>[]
  beforeEach(() => {
    keys = [createKeyService(store), createKeyService(store)]
    reserves = keys.map((one) => createReserveForKey(one, { clock: Date.now, waitMs: 3_000 }))
  })
  const makeKey = async () => {
    const limits = { requestsPerMinute: 1_000, streams: 100, monthlySpendUsd: 1 }
    return (await keys[0]!.create({ name: 'A', limits })).key
  }

  it.each([1, 2])('exceeds the budget by one answer at most, servers: %i', async (count) => {
    const key = await makeKey()
    const { answered, refusals } = await callAtOnce((at) =>
      reserves[at % count]!(key, { usd: estimateUsd, modelId: 'service/dear' }),
    )
    expect(answered).toBeGreaterThanOrEqual(2)
    expect(answered).toBeLessThanOrEqual(3)
    expect(refusals).toHaveLength(parallel - answered)
    const [row] = await store.db.select().from(apiKeys)
    expect(row).toMatchObject({ reservedUsd: 0, heldUsd: 0, heldCalls: 0 })
    expect(row!.spentUsd).toBeCloseTo(answered * feeUsd)
  })

  it('is charged once for the reservations of a server that has ended', async () => {
    const key = await makeKey()
    const elsewhere = createKeyService({ ...store, replica: { ...store.replica, id: 'gone' } })
    const hold = await elsewhere.reserve(key.id, { usd: 0.25, modelId: 'service/dear' })
    if (typeof hold === 'string') throw new Error(hold)
    await keys[0]!.settleGone()
    await keys[0]!.settleGone()
    await elsewhere.settle(hold, 0.5)
    const [row] = await store.db.select().from(apiKeys)
    expect(row).toMatchObject({ reservedUsd: 0, heldUsd: 0, heldCalls: 0, spentUsd: 0.25 })
  })
})
