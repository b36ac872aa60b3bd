import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEventSchema, auditPageSchema } from '#contract/access/audit.ts'
import { createActivity } from '../process/activity.ts'
import { openTestAccess } from '../access/access.fixture.ts'
import { createKeyCheck } from '../access/keys/api-keys.ts'
import { createKeyService } from '../access/keys/key-service.ts'
import { createApp } from '../app.ts'
import { openLog } from '../observability/log.ts'
import type { Services } from '../services.ts'
import { auditEvents } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createAudit, rowsPerKindMax, rowsPerMinuteMax } from './audit.ts'

const password = 'correct horse battery'

let store: Store
let now: number
const clock = () => now
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.db.delete(auditEvents)
  now = Date.parse('2026-11-20T10:00:00Z')
})

describe('createAudit', () => {
  it('lists events newest first, in pages', async () => {
    const audit = createAudit(store, { clock })
    for (const subject of ['one', 'two', 'three']) {
      audit.note({ kind: 'key_made', subject, actor: 'owner', address: '127.0.0.1' })
      now += 1000
    }
    const first = await audit.list({ limit: 2 })
    expect(first.map(({ subject }) => subject)).toEqual(['three', 'two'])
    expect(first[0]).toMatchObject({
      kind: 'key_made',
      actor: 'owner',
      address: '127.0.0.1',
      count: 1,
    })
    const rest = await audit.list({ limit: 2, before: first[1]?.id })
    expect(rest.map(({ subject }) => subject)).toEqual(['one'])
  })

  it('stores no secrets, line breaks or lone surrogates, and limits the length', async () => {
    const audit = createAudit(store, { clock, secrets: ['a-password-of-ours'] })
    audit.note({
      kind: 'key_wrong',
      actor: `key sa-${'1'.repeat(48)}`,
      subject: `a-password-of-ours \u0000 \n forged line ${'x'.repeat(150)}\uD83D\uDE00${'y'.repeat(5000)}`,
      address: '10.0.0.9',
    })
    const [event] = await audit.list({ limit: 1 })
    expect(JSON.stringify(event)).not.toMatch(/a-password-of-ours|1{48}|\\n|\\u0000/)
    expect(event?.subject.length).toBeLessThanOrEqual(200)
    expect(Buffer.from(event?.subject ?? '').toString()).toBe(event?.subject)
  })

  it('counts repeated events within a minute in one row', async () => {
    const audit = createAudit(store, { clock })
    for (let i = 0; i < 5; i++) {
      audit.note({ kind: 'sign_in_failed', address: '10.0.0.9' })
      if (i === 2) await audit.flush()
      now += 1000
    }
    now += 60_000
    audit.note({ kind: 'sign_in_failed', address: '10.0.0.9' })
    const events = await audit.list({ limit: 10 })
    expect(events.map(({ count }) => count)).toEqual([1, 5])
    expect(events[1]?.lastAt).toBe('2026-11-20T10:00:04.000Z')
  })

  it('limits rate and size in a flood of events, so that one kind does not displace another', async () => {
    const audit = createAudit(store, { clock })
    audit.note({ kind: 'password_set', actor: 'owner' })
    const minutes = Math.ceil((rowsPerKindMax * 2) / rowsPerMinuteMax)
    for (let minute = 0; minute < minutes; minute++) {
      for (let i = 0; i < 200; i++) {
        audit.note({ kind: 'key_wrong', address: `10.${minute}.0.${i}` })
      }
      await audit.flush()
      now += 60_000
    }
    const rows = await store.db.select().from(auditEvents)
    const wrong = rows.filter(({ kind }) => kind === 'key_wrong')
    expect(wrong.length).toBeLessThanOrEqual(rowsPerKindMax + 600)
    expect(rows.some(({ kind }) => kind === 'password_set')).toBe(true)
    const newest = wrong.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, rowsPerMinuteMax + 1)
    expect(newest.reduce((sum, { count }) => sum + count, 0)).toBe(200)
  })

  it('buffers events while the store is read-only, and never makes its callers fail', async () => {
    let isBroken = true
    const breaking = new Proxy(store.db, {
      get: (target, name, receiver) => {
        if (name === 'insert' && isBroken) throw new Error('read-only')
        return Reflect.get(target, name, receiver) as unknown
      },
    })
    const audit = createAudit({ ...store, db: breaking }, { clock })
    audit.note({ kind: 'key_revoked', subject: 'sa-1' })
    await audit.flush()
    isBroken = false
    audit.note({ kind: 'key_revoked', subject: 'sa-2' })
    const events = await audit.list({ limit: 10 })
    expect(events.map(({ subject }) => subject).toSorted()).toEqual(['sa-1', 'sa-2'])
    await audit.close()
  })
})

describe('audit log of a running app', () => {
  async function open() {
    const audit = createAudit(store)
    const access = await openTestAccess(store, { password, audit })
    const apiKeys = createKeyService(store)
    const services = {
      activity: createActivity(),
      access,
      audit,
      apiKeys,
      environmentKeyCount: 0,
      keyCheck: createKeyCheck([], { issued: apiKeys, audit }),
    }
    const app = createApp(services as unknown as Services)
    const call = (
      path: string,
      { method = 'GET', body, headers = {}, from = '127.0.0.1' }: CallInit = {},
    ) =>
      app.request(
        `http://127.0.0.1:5310${path}`,
        {
          method,
          headers: { host: '127.0.0.1:5310', ...headers },
          ...(body && { body: JSON.stringify(body) }),
        },
        { incoming: { socket: { remoteAddress: from } } },
      )
    const token = await access.signInFlow.signIn(
      { password },
      { address: '127.0.0.1', userAgent: '' },
    )
    const cookie = `${access.cookieName}=${token}`
    return { call, audit, cookie }
  }
  type CallInit = {
    method?: string
    body?: object
    headers?: Record<string, string>
    from?: string
  }

  it('records the sender’s address of a request with a wrong API key, but not the key', async () => {
    const { call, audit } = await open()
    const authorization = 'Bearer sa-wrong-wrong-wrong-wrong'
    expect(
      (await call('/llm/v1/models', { from: '8.8.8.8', headers: { authorization } })).status,
    ).toBe(401)
    const [event] = await audit.list({ limit: 1 })
    expect(event).toMatchObject({ kind: 'key_wrong', address: '8.8.8.8', count: 1 })
    expect(event?.requestId).toBeTruthy()
    expect(JSON.stringify(event)).not.toContain('wrong-wrong')
  })

  it('records the origin of a refused page', async () => {
    const { call, audit, cookie } = await open()
    const headers = { cookie, origin: 'https://evil.example' }
    expect((await call('/api/keys', { method: 'POST', headers })).status).toBe(403)
    expect((await call('/api/keys', { headers: { host: 'rebound.example' } })).status).toBe(403)
    const events = await audit.list({ limit: 2 })
    expect(events.map(({ kind, subject }) => `${kind}: ${subject}`).toSorted()).toEqual([
      'host_refused: rebound.example',
      'origin_refused: https://evil.example on POST /api/keys',
    ])
  })

  it('records who created, changed and revoked a key', async () => {
    const { call, cookie } = await open()
    const headers = { cookie }
    const limits = { requestsPerMinute: 60, streams: 8 }
    const made = await call('/api/keys', {
      method: 'POST',
      headers,
      body: { name: 'Laptop', limits },
    })
    const { key, secret } = (await made.json()) as { key: { id: string }; secret: string }
    await call(`/api/keys/${key.id}`, { method: 'PATCH', headers, body: { name: 'Desk' } })
    await call(`/api/keys/${key.id}/revoke`, { method: 'POST', headers })
    expect((await call('/llm/v1/models', { headers: { 'x-api-key': secret } })).status).toBe(401)
    const answer = await call('/api/audit', { headers })
    const { events } = auditPageSchema.parse(await answer.json())
    expect(events.slice(0, 4).map(({ kind }) => kind)).toEqual([
      'key_wrong',
      'key_revoked',
      'key_changed',
      'key_made',
    ])
    expect(events[1]?.actor).toMatch(/^session /)
    expect(JSON.stringify(events)).not.toContain(secret)
  })

  it('is exported as JSON lines to signed-in people only', async () => {
    const { call, cookie } = await open()
    expect((await call('/api/audit')).status).toBe(401)
    expect((await call('/api/audit/export')).status).toBe(401)
    const answer = await call('/api/audit/export', { headers: { cookie } })
    expect(answer.headers.get('content-disposition')).toContain('.jsonl')
    const lines = (await answer.text()).trimEnd().split('\n')
    const events = lines.map((line) => auditEventSchema.parse(JSON.parse(line)))
    expect(events[0]).toMatchObject({ kind: 'export', subject: 'audit log' })
  })

  it('is also written to the log, a line for each row', async () => {
    const lines: string[] = []
    const closeLog = openLog({ level: 'info', write: (line) => lines.push(line) })
    const { call } = await open()
    for (let i = 0; i < 3; i++) {
      await call('/llm/v1/models', { from: '8.8.4.4', headers: { 'x-api-key': 'sa-wrong-wrong' } })
    }
    closeLog()
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const wrong = events.filter(({ audit }) => audit === 'key_wrong')
    expect(wrong).toHaveLength(1)
    expect(wrong[0]).toMatchObject({ address: '8.8.4.4', level: 'warn' })
    expect(wrong[0]?.['requestId']).toBeTruthy()
  })
})
