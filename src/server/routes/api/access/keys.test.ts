import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createdKeySchema, apiKeySchema, keyListSchema } from '#contract/access/keys.ts'
import { newId } from '#lib/id.ts'
import { createKeyCheck, type ApiClientEnv } from '../../../access/keys/api-keys.ts'
import { createTestAudit } from '../../../audit/audit.fixture.ts'
import { createKeyService } from '../../../access/keys/key-service.ts'
import { toHttpError } from '../../../errors/http-error.ts'
import { apiKeys as rows } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'
import { keyRoutes } from './keys.ts'

let store: Store
let now: number
let app: Hono<ApiClientEnv>

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.db.delete(rows)
  now = Date.parse('2026-11-20T10:00:00Z')
  const clock = () => now
  const apiKeys = createKeyService(store, { clock })
  const keyCheck = createKeyCheck(['sa-from-environment'], { issued: apiKeys, clock })
  app = new Hono<ApiClientEnv>()
  app.route('/api/keys', keyRoutes({ apiKeys, audit: createTestAudit(), environmentKeyCount: 1 }))
  app.use('/work', keyCheck)
  app.get('/work', (c) => c.text('read'))
  app.post('/work', async (c) => {
    const close = await c.get('apiClient').openStream()
    const settle = await c.get('apiClient').reserve(0)
    await settle(Number(await c.req.text()))
    if (c.req.query('leave') !== 'open') close()
    return c.text('done')
  })
  app.onError((thrown, c) => {
    const error = toHttpError(thrown)
    c.header('Retry-After', String(error.retryAfterSeconds ?? ''))
    return c.json(error.toBody(), error.status)
  })
})

const usual = { requestsPerMinute: 60, streams: 8 }
const send = (method: string, body: unknown) => ({ method, body: JSON.stringify(body) })
async function make(limits: object = usual, name = 'Laptop') {
  const response = await app.request('/api/keys', send('POST', { name, limits }))
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  return createdKeySchema.parse(await response.json())
}
const list = async () => keyListSchema.parse(await (await app.request('/api/keys')).json())
const work = (secret: string, { cost = 0, method = 'POST', query = '' } = {}) =>
  app.request(`/work${query}`, {
    method,
    headers: { Authorization: `Bearer ${secret}` },
    ...(method === 'POST' && { body: String(cost) }),
  })

describe('API keys', () => {
  it('returns the secret of a new key once and stores only its digest', async () => {
    const { key, secret } = await make()
    expect(secret).toMatch(/^sa-[0-9a-f]{48}$/)
    expect(secret.startsWith(key.prefix)).toBe(true)
    const listed = await list()
    expect(listed).toEqual({ keys: [key], environmentKeyCount: 1 })
    expect(JSON.stringify(listed)).not.toContain(secret)
    expect(JSON.stringify(await store.db.select().from(rows))).not.toContain(secret.slice(12))
  })

  it('accepts a key and lists when it was last used', async () => {
    const { key, secret } = await make()
    expect(key.lastUsedAt).toBeUndefined()
    expect((await work(secret)).status).toBe(200)
    expect((await list()).keys[0]?.lastUsedAt).toBe('2026-11-20T10:00:00.000Z')
    now += 59_000
    await work(secret)
    expect((await list()).keys[0]?.lastUsedAt).toBe('2026-11-20T10:00:00.000Z')
    now += 1_000
    await work(secret)
    expect((await list()).keys[0]?.lastUsedAt).toBe('2026-11-20T10:01:00.000Z')
  })

  it('rejects a revoked key immediately, with another message than for an unknown key', async () => {
    const { key, secret } = await make()
    expect((await work(secret)).status).toBe(200)
    const revoked = await app.request(`/api/keys/${key.id}/revoke`, { method: 'POST' })
    expect(apiKeySchema.parse(await revoked.json()).revokedAt).toBe('2026-11-20T10:00:00.000Z')
    const refused = await work(secret)
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(/was revoked on 2026-11-20/),
    })
    const unknown = await work(`sa-${'0'.repeat(48)}`)
    expect(unknown.status).toBe(401)
    expect(await unknown.json()).toMatchObject({ message: expect.stringContaining('is not valid') })
  })

  it('rejects an expired key and says when it expired', async () => {
    const body = { name: 'Laptop', limits: usual, expiresInDays: 7 }
    const made = await app.request('/api/keys', send('POST', body))
    const { key, secret } = createdKeySchema.parse(await made.json())
    expect(key.expiresAt).toBe('2026-11-27T10:00:00.000Z')
    now += 7 * 24 * 3_600_000 - 1
    expect((await work(secret)).status).toBe(200)
    now++
    const refused = await work(secret)
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({
      message: expect.stringMatching(/expired on 2026-11-27/),
    })
  })

  it('refuses to change or revoke a revoked key', async () => {
    const { key } = await make()
    const revoke = () => app.request(`/api/keys/${key.id}/revoke`, { method: 'POST' })
    expect((await revoke()).status).toBe(200)
    expect((await revoke()).status).toBe(404)
    const change = await app.request(`/api/keys/${key.id}`, send('PATCH', { name: 'B' }))
    expect(change.status).toBe(404)
  })

  it('lists revoked keys after active ones', async () => {
    const first = await make(usual, 'first')
    now += 1000
    await make(usual, 'second')
    now += 1000
    await make(usual, 'third')
    await app.request(`/api/keys/${first.key.id}/revoke`, { method: 'POST' })
    expect((await list()).keys.map(({ name }) => name)).toEqual(['third', 'second', 'first'])
  })

  it('deletes a revoked key after a hundred other keys were revoked later', async () => {
    const old = Array.from({ length: 100 }, (_, index) => ({
      id: newId(),
      name: `old ${index}`,
      prefix: 'sa-0',
      digest: `digest ${index}`,
      requestsPerMinute: 1,
      streams: 1,
      revokedAt: new Date(now - 100_000 + index),
    }))
    await store.db.insert(rows).values(old)
    const { key } = await make()
    await make(usual, 'stays')
    await app.request(`/api/keys/${key.id}/revoke`, { method: 'POST' })
    const names = (await list()).keys.map(({ name }) => name)
    expect(names).toHaveLength(101)
    expect(names.slice(0, 3)).toEqual(['stays', 'Laptop', 'old 99'])
    expect(names).not.toContain('old 0')
  })

  it('applies a key’s new name and new limits at once', async () => {
    const { key, secret } = await make({ requestsPerMinute: 1, streams: 1 })
    await work(secret)
    expect((await work(secret)).status).toBe(429)
    const limits = { requestsPerMinute: 2, streams: 3, monthlySpendUsd: 5 }
    const changed = await app.request(`/api/keys/${key.id}`, send('PATCH', { name: ' B ', limits }))
    expect(await changed.json()).toMatchObject({ name: 'B', limits })
    expect((await work(secret)).status).toBe(200)
    expect((await work(secret)).status).toBe(429)
  })

  it.each([
    ['no name', { name: ' ', limits: usual }],
    ['no limits', { name: 'A' }],
    ['no requests', { name: 'A', limits: { ...usual, requestsPerMinute: 0 } }],
    ['half a stream', { name: 'A', limits: { ...usual, streams: 0.5 } }],
    ['a spend below nothing', { name: 'A', limits: { ...usual, monthlySpendUsd: -1 } }],
  ])('refuses to create a key with %s', async (_case, body) => {
    expect((await app.request('/api/keys', send('POST', body))).status).toBe(400)
    expect((await list()).keys).toEqual([])
  })
})

describe('the limits of a key', () => {
  it('limits each key separately', async () => {
    const small = await make({ requestsPerMinute: 1, streams: 1 })
    const large = await make()
    await work(small.secret)
    const refused = await work(small.secret)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('60')
    for (let i = 0; i < 5; i++) expect((await work(large.secret)).status).toBe(200)
  })

  it('limits the number of open streams of a key', async () => {
    const { secret } = await make({ ...usual, streams: 1 })
    expect((await work(secret)).status).toBe(200)
    expect((await work(secret, { query: '?leave=open' })).status).toBe(200)
    const refused = await work(secret)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
  })

  it('blocks generation but not reading once a key’s monthly budget is spent', async () => {
    const { secret } = await make({ ...usual, monthlySpendUsd: 1 })
    await work(secret, { cost: 0.75 })
    await work(secret, { cost: 0.5 })
    expect((await list()).keys[0]?.spentUsd).toBe(1.25)
    const refused = await work(secret)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'over_quota' })
    // The budget is renewed on 1 December. The test's clock shows 20 November, 10:00 UTC.
    expect(refused.headers.get('Retry-After')).toBe(String((10 * 24 + 14) * 3600))
    expect((await work(secret, { method: 'GET' })).status).toBe(200)
    now = Date.parse('2026-12-01T00:00:00Z')
    expect((await list()).keys[0]?.spentUsd).toBe(0)
    expect((await work(secret, { cost: 0.25 })).status).toBe(200)
    expect((await list()).keys[0]?.spentUsd).toBe(0.25)
  })

  it.each([Number.NaN, -3, Infinity])(
    'ignores a cost of %d for the budget of a key',
    async (cost) => {
      const { secret } = await make({ ...usual, monthlySpendUsd: 1 })
      await work(secret, { cost })
      expect((await list()).keys[0]?.spentUsd).toBe(0)
    },
  )

  it('allows a key ten times as many reads as writes', async () => {
    const { secret } = await make({ requestsPerMinute: 1, streams: 1 })
    for (let i = 0; i < 10; i++) expect((await work(secret, { method: 'GET' })).status).toBe(200)
    expect((await work(secret, { method: 'GET' })).status).toBe(429)
    expect((await work(secret)).status).toBe(200)
  })
})
