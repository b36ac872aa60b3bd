import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SetLimit } from '#contract/spending.ts'
import { newId } from '#lib/id.ts'
import { createTestAudit } from '../audit/audit.fixture.ts'
import { withinRequest } from '../observability/request-context.ts'
import { asOwner, asServer } from '../store/owner-scope.ts'
import { purchases, spendingLimits, usageDays } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { noAmounts } from './amounts.ts'
import { createSpending, type Spending } from './spending.ts'
import { createSpendingReport } from './spending-report.ts'

const november23 = Date.parse('2026-11-23T12:00:00Z')
const hourMs = 3_600_000

let store: Store
let nowMs: number
let spending: Spending

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  store.ownership.isStrict = false
  await store.db.delete(purchases)
  await store.db.delete(usageDays)
  await store.db.delete(spendingLimits)
  nowMs = november23
  spending = open()
  return () => spending.close()
})

const open = () => createSpending(store, { clock: () => nowMs, waitMs: 50 })
const limit = (own: Partial<SetLimit> = {}) =>
  spending.limits.set({ scope: 'server', measure: 'usd', period: 'month', amount: 10, ...own })
const usd = (amount: number) => ({ ...noAmounts, usd: amount })
const buy = async (amount: number, modelId = 'x/y') => {
  const settle = await spending.reserve({ modelId, amounts: usd(amount) })
  await settle(usd(amount))
}
const used = async () => (await spending.states(await spending.limits.list()))[0]

describe('spending limit', () => {
  it('refuses purchases beyond the limit, reports when the next period starts, and writes an audit event', async () => {
    const audit = createTestAudit()
    spending = createSpending(store, { clock: () => nowMs, audit })
    await limit()
    await buy(9.5)
    await expect(spending.reserve({ amounts: usd(1) })).rejects.toMatchObject({
      code: 'over_quota',
      message:
        'This takes $1.00, and only $0.50 of this server’s limit of $10.00 a month is left. It starts again on 2026-12-01 (UTC). An admin can raise it in Settings › Limits and usage.',
      retryAfterSeconds: (7 * 24 + 12) * 3600,
    })
    expect(audit.entries).toMatchObject([{ kind: 'limit_hit' }])
    await buy(0.5)
    expect(await used()).toMatchObject({ used: 10, reserved: 0 })
  })

  it('is not exceeded by concurrent purchases that would each fit alone', async () => {
    await limit()
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }, () => spending.reserve({ amounts: usd(1) })),
    )
    const refused = asked.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(20)
    expect(refused).toMatchObject(refused.map(() => ({ reason: { code: 'rate_limited' } })))
    expect(await used()).toMatchObject({ used: 0, reserved: 10 })
  })

  it('allows an estimate while any amount is left and counts its actual cost', async () => {
    await limit()
    const settle = await spending.reserve({ amounts: usd(40), isEstimate: true })
    await expect(spending.reserve({ amounts: usd(1), isEstimate: true })).rejects.toMatchObject({
      code: 'rate_limited',
    })
    await settle(usd(2))
    await settle(usd(2))
    expect(await used()).toMatchObject({ used: 2, reserved: 0 })
  })

  it('releases reservations of purchases that were not made', async () => {
    await limit()
    const settle = await spending.reserve({ amounts: usd(10) })
    await settle(noAmounts)
    await buy(10)
    expect(await used()).toMatchObject({ used: 10, reserved: 0 })
  })

  it('keeps reservations across a restart and counts an abandoned reservation once', async () => {
    await limit()
    await spending.reserve({ amounts: usd(6) })
    await spending.close()
    spending = open()
    await expect(spending.reserve({ amounts: usd(5) })).rejects.toMatchObject({
      code: 'rate_limited',
    })
    nowMs += 2 * hourMs
    await spending.settleLeft()
    await spending.settleLeft()
    expect(await used()).toMatchObject({ used: 6, reserved: 0 })
  })

  it('includes earlier usage and starts again with each period', async () => {
    await buy(8)
    await limit({ period: 'day' })
    await expect(spending.reserve({ amounts: usd(3) })).rejects.toThrow('a day')
    nowMs += 24 * hourMs
    await buy(3)
    await limit({ amount: 12 })
    await expect(spending.reserve({ amounts: usd(2) })).rejects.toThrow('a month')
    nowMs = Date.parse('2026-12-01T00:00:00Z')
    await buy(2)
  })

  it('ignores amounts that it does not limit', async () => {
    await limit({ measure: 'tokens', amount: 100 })
    await buy(1_000)
    await spending.spend({ amounts: { ...noAmounts, bytes: 5, models: 1 } })
    await expect(spending.spend({ amounts: { ...noAmounts, tokens: 101 } })).rejects.toThrow(
      'You have reached this server’s limit of 100 tokens a month.',
    )
  })
})

const as = (ownerId: string, amount: number, modelId?: string) =>
  asOwner(ownerId, () => buy(amount, modelId))

describe('scopes of spending limits', () => {
  it('count the models of an alias together, also when they are used without the alias', async () => {
    const aliases = new Map([['alias/fast', ['a/one', 'b/two']]])
    const getModels = (id: string) => aliases.get(id) ?? [id]
    spending = createSpending(store, { clock: () => nowMs, modelsOf: getModels })
    await limit({ scope: 'model', subject: 'alias/fast' })
    await buy(6, 'a/one')
    await buy(4, 'b/two')
    await buy(100, 'c/three')
    await expect(buy(1, 'b/two')).rejects.toMatchObject({ code: 'over_quota' })
    expect(await used()).toMatchObject({ used: 10 })
    aliases.set('alias/fast', ['d/four'])
    await buy(1, 'b/two')
    await expect(buy(11, 'd/four')).rejects.toMatchObject({ code: 'over_quota' })
    aliases.set('alias/fast', [])
    await buy(11, 'd/four')
  })

  it('apply a limit for everyone to each person, unless the person has their own limit', async () => {
    const [anna, ben] = [newId(), newId()]
    await limit({ scope: 'everyone', amount: 1 })
    await limit({ scope: 'person', subject: ben, amount: 5 })
    await as(anna, 1)
    await as(ben, 5)
    await expect(as(anna, 1)).rejects.toThrow('your limit of $1.00')
    await expect(as(ben, 1)).rejects.toThrow('your limit of $5.00')
    const own = await asOwner(anna, async () => spending.states(await spending.applying()))
    expect(own).toMatchObject([{ scope: 'everyone', used: 1 }])
  })

  it('count the usage of a model by all people', async () => {
    await limit({ scope: 'model', subject: 'x/dear', amount: 2 })
    await as(newId(), 2, 'x/dear')
    await expect(as(newId(), 1, 'x/dear')).rejects.toThrow('this model’s limit')
    await as(newId(), 100, 'x/cheap')
  })

  it('count the requests of a key', async () => {
    const keyId = newId()
    await limit({ scope: 'key', subject: keyId, amount: 2 })
    const withKey = (amount: number) =>
      withinRequest({ requestId: '1', keyId }, () => as(newId(), amount))
    await withKey(2)
    await expect(withKey(1)).rejects.toThrow('this key’s limit')
    await as(newId(), 100)
  })
})

it('rejects a limit without a subject, and replaces the limit of the same subject', async () => {
  await expect(limit({ scope: 'person' })).rejects.toMatchObject({ code: 'bad_request' })
  await expect(limit({ subject: 'x' })).rejects.toMatchObject({ code: 'bad_request' })
  await limit({ amount: 1 })
  const { id } = await limit({ amount: 3 })
  expect(await spending.limits.list()).toMatchObject([{ id, amount: 3 }])
  await spending.limits.remove(id)
  expect(await spending.limits.remove(id)).toBeUndefined()
})

it('the spending report contains sums by person, model and day, and its CSV contains no formulas', async () => {
  const report = createSpendingReport(store, spending, () => nowMs)
  const anna = newId()
  await asOwner(anna, () => buy(1, '=x/1'))
  await buy(2, 'x/2')
  expect(await report.report({ days: 30 })).toEqual({
    total: usd(3),
    people: [
      { id: 'owner', ...usd(2) },
      { id: anna, ...usd(1) },
    ],
    models: [
      { modelId: 'x/2', ...usd(2) },
      { modelId: '=x/1', ...usd(1) },
    ],
    days: [{ day: '2026-11-23', ...usd(3) }],
  })
  const csv = await new Response(await report.csv({ days: 1 })).text()
  expect(csv.split('\r\n').toSorted()).toEqual(
    [
      '',
      "2026-11-23,,,'=x/1,1,0,0,0",
      '2026-11-23,,,x/2,2,0,0,0',
      'day,person,key,model,usd,tokens,models,bytes',
    ].toSorted(),
  )
})

it('the spending report reads all rows in pages, for one person and for everybody', async () => {
  const report = createSpendingReport(store, spending, () => nowMs)
  const [anna, ben] = [newId(), newId()]
  const rows = Array.from({ length: 2_500 }, (_, n) => ({
    ownerId: n % 2 === 0 ? anna : ben,
    modelId: `x/${n}`,
    day: n < 1_000 ? '2026-11-22' : '2026-11-23',
    ...usd(1),
  }))
  await asServer(() => store.db.insert(usageDays).values(rows))
  const readLines = async (of?: string) => {
    const csv = await asOwner(ben, () => report.csv({ days: 2, ...(of !== undefined && { of }) }))
    return (await new Response(csv).text()).trim().split('\r\n').slice(1)
  }
  expect(new Set(await readLines()).size).toBe(2_500)
  expect((await readLines(anna)).length).toBe(1_250)
  const { total, people } = await report.report({ days: 2 })
  expect([total.usd, people.map(({ usd: sum }) => sum)]).toEqual([2_500, [1_250, 1_250]])
})
