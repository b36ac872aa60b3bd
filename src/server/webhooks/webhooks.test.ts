import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  testApiKey,
  openModelServer,
  type ModelServer,
} from '../routes/model/model-routes.fixture.ts'
import { apiKeys, users, webhookDeliveries, webhookSecrets } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openWebhooks, type WebhookService } from './webhook-service.ts'

const patiently = { interval: 20 }

const serverSecret = 'a secret of the server'
type Got = { headers: IncomingHttpHeaders; body: string; url: string }

let store: Store
let models: ModelServer
let webhooks: WebhookService
let receiver: Server
let received: Got[]
let statuses: number[]
let headers: Record<string, string>
let passedMs: number
let keyId: string
let secretOfKey: string
const opened: WebhookService[] = []

const clock = () => Date.now() + passedMs
const openAnother = (allowedHosts = ['127.0.0.1']): WebhookService => {
  const made = openWebhooks(store, { secret: serverSecret, allowedHosts, clock })
  opened.push(made)
  return made
}
const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

beforeAll(async () => {
  store = await openTestStore()
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body, url: request.url ?? '' })
      response.writeHead(statuses.shift() ?? 204, headers).end()
    })
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
})
beforeEach(async () => {
  received = []
  statuses = []
  headers = {}
  passedMs = 0
  webhooks = openAnother()
  models = await openModelServer(store, { services: () => ({ webhooks }) })
  const limits = { requestsPerMinute: 1000, streams: 10 }
  const made = await models.keys.create({ name: 'A', limits })
  keyId = made.key.id
  secretOfKey = made.secret
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await models.close()
  await store.db.delete(webhookDeliveries)
  await store.db.delete(webhookSecrets)
})
afterAll(async () => {
  receiver.close()
  await store.close()
})

const create = (webhookUrl: unknown = `${address()}/hook`, key = secretOfKey, params?: object) =>
  models.call('/model/v1/generation', {
    method: 'POST',
    body: { ...models.wanted(params), webhook_url: webhookUrl },
    headers: { authorization: `Bearer ${key}` },
  })
const computeSignature = (secret: string, { headers: sent, body }: Got): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${String(sent['webhook-id'])}.${String(sent['webhook-timestamp'])}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
const firstRow = async () => (await webhooks.of(keyId)).deliveries[0]
const waitFor = (check: () => Promise<void> | void) => vi.waitFor(check, patiently)

describe('webhook of a task', () => {
  it('is sent once when the task is over, signed with the secret of the key', async () => {
    const secret = await webhooks.rotate(keyId)
    const { status, body: task } = await create()
    expect(status).toBe(200)
    await waitFor(() => expect(received).toHaveLength(1))
    const [got] = received as [Got]
    expect(got.url).toBe('/hook')
    expect(got.headers['webhook-signature']).toBe(computeSignature(secret, got))
    expect(Math.abs(Number(got.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(300)
    expect(JSON.parse(got.body)).toMatchObject({
      type: 'task.completed',
      data: { id: task.id, status: 'completed', task_url: expect.stringContaining(task.id) },
    })
    await waitFor(async () =>
      expect(await firstRow()).toMatchObject({ status: 'delivered', attempts: 1, lastStatus: 204 }),
    )
    expect(received).toHaveLength(1)
  })

  it('is sent again with the same id, after the wait that the receiver requests', async () => {
    await webhooks.rotate(keyId)
    statuses = [503, 500]
    headers = { 'Retry-After': '60' }
    await create()
    await waitFor(async () =>
      expect(await firstRow()).toMatchObject({ status: 'due', lastStatus: 503 }),
    )
    // Without the header, the first wait would be five seconds.
    passedMs = 30_000
    webhooks.wake()
    await waitFor(async () => expect((await firstRow())?.nextAt).toBeDefined())
    expect(received).toHaveLength(1)
    passedMs = 61_000
    webhooks.wake()
    await waitFor(() => expect(received).toHaveLength(2))
    // Move the clock only after the server has scheduled the third attempt. Otherwise, the server
    // would schedule the attempt too late.
    await waitFor(async () => expect(await firstRow()).toMatchObject({ lastStatus: 500 }))
    passedMs += 10 * 60_000
    webhooks.wake()
    await waitFor(async () => expect(await firstRow()).toMatchObject({ status: 'delivered' }))
    expect(new Set(received.map((got) => got.headers['webhook-id'])).size).toBe(1)
  })

  it('fails after ten attempts and can be sent again manually', async () => {
    await webhooks.rotate(keyId)
    statuses = Array.from({ length: 10 }, () => 500)
    await create()
    // A day is the longest wait, so the clock moves on by a day before each check.
    await vi.waitFor(
      async () => {
        passedMs += 25 * 60 * 60_000
        webhooks.wake()
        expect(await firstRow()).toMatchObject({ status: 'failed', attempts: 10 })
      },
      { interval: 250 },
    )
    const row = await firstRow()
    expect(row).toMatchObject({ status: 'failed', lastError: expect.stringContaining('500') })
    expect(received).toHaveLength(10)
    expect(await webhooks.resend(keyId, row?.id ?? '')).toBe(true)
    await waitFor(async () => expect(await firstRow()).toMatchObject({ status: 'delivered' }))
    expect(await webhooks.resend('another-key', row?.id ?? '')).toBe(false)
  })

  it('is not repeated if the receiver wants no more attempts, and never follows redirects', async () => {
    await webhooks.rotate(keyId)
    statuses = [410]
    await create()
    await waitFor(async () => expect(await firstRow()).toMatchObject({ status: 'failed' }))
    statuses = [302]
    headers = { Location: `${address()}/elsewhere` }
    await create()
    await waitFor(async () => expect(await firstRow()).toMatchObject({ lastStatus: 302 }))
    expect(received.map(({ url }) => url)).toEqual(['/hook', '/hook'])
  })

  it('is sent by only one of several servers', async () => {
    await webhooks.rotate(keyId)
    const others = [openAnother(), openAnother(), openAnother()]
    for (let count = 0; count < 5; count++) await create()
    await vi.waitFor(
      async () => {
        for (const one of [webhooks, ...others]) one.wake()
        const { deliveries } = await webhooks.of(keyId)
        expect(deliveries.map(({ status }) => status)).toEqual(Array(5).fill('delivered'))
      },
      // More frequent wakes of four servers would leave no time for the deliveries.
      { interval: 250 },
    )
    expect(received).toHaveLength(5)
    expect(new Set(received.map((got) => got.headers['webhook-id'])).size).toBe(5)
  })

  it('survives a restart of the server', async () => {
    await webhooks.rotate(keyId)
    statuses = [500]
    await create()
    await waitFor(async () => expect(await firstRow()).toMatchObject({ lastStatus: 500 }))
    await webhooks.close()
    passedMs = 60_000
    openAnother()
    await waitFor(() => expect(received).toHaveLength(2))
  })

  it('has the signatures of both secrets for a day after a rotation', async () => {
    const before = await webhooks.rotate(keyId)
    const after = await webhooks.rotate(keyId)
    expect(after).not.toBe(before)
    await create()
    await waitFor(() => expect(received).toHaveLength(1))
    const [got] = received as [Got]
    const sent = String(got.headers['webhook-signature']).split(' ')
    expect(sent).toEqual([computeSignature(after, got), computeSignature(before, got)])
    passedMs = 25 * 60 * 60_000
    await create()
    await waitFor(() => expect(received).toHaveLength(2))
    expect(received[1]?.headers['webhook-signature']).toBe(
      computeSignature(after, received[1] as Got),
    )
  })

  it('is not sent for a revoked key', async () => {
    await webhooks.rotate(keyId)
    statuses = [500]
    await create()
    await waitFor(async () => expect(await firstRow()).toMatchObject({ lastStatus: 500 }))
    await models.keys.revoke(keyId)
    passedMs = 60_000
    webhooks.wake()
    await waitFor(async () =>
      expect(await firstRow()).toMatchObject({
        status: 'failed',
        lastError: 'The key was revoked.',
      }),
    )
    expect(received).toHaveLength(1)
  })

  it('is not sent for an expired key, not even when a person requests another attempt', async () => {
    await webhooks.rotate(keyId)
    statuses = [500]
    await create()
    await waitFor(async () => expect(await firstRow()).toMatchObject({ lastStatus: 500 }))
    const expiresAt = new Date(clock() + 30_000)
    await store.db.update(apiKeys).set({ expiresAt }).where(eq(apiKeys.id, keyId))
    passedMs = 60_000
    webhooks.wake()
    const isEnded = async () =>
      expect(await firstRow()).toMatchObject({
        status: 'failed',
        lastError: 'The key has expired.',
      })
    await waitFor(isEnded)
    expect(await webhooks.resend(keyId, (await firstRow())?.id ?? '')).toBe(true)
    await waitFor(isEnded)
    expect(received).toHaveLength(1)
  })

  it('is not sent for a disabled account', async () => {
    const [key] = await store.db.select().from(apiKeys).where(eq(apiKeys.id, keyId))
    const person = {
      id: key?.ownerId ?? '',
      name: 'A',
      email: 'a@example.com',
      role: 'admin' as const,
    }
    await store.db.insert(users).values(person).onConflictDoNothing()
    await webhooks.rotate(keyId)
    statuses = [500]
    await create()
    await waitFor(async () => expect(await firstRow()).toMatchObject({ lastStatus: 500 }))
    await store.db.update(users).set({ isOff: true })
    passedMs = 60_000
    webhooks.wake()
    await waitFor(async () =>
      expect(await firstRow()).toMatchObject({
        status: 'failed',
        lastError: expect.stringContaining('turned off'),
      }),
    )
    expect(received).toHaveLength(1)
    await store.db.delete(users)
  })

  it.each([
    ['http://192.168.0.1/hook'],
    ['https://10.0.0.1/hook'],
    ['https://[::1]/hook'],
    ['https://localhost/hook'],
    ['http://example.com/hook'],
    ['https://user:pass@example.com/'],
    ['file:///etc/passwd'],
    ['hook'],
    [7],
  ])('is rejected for the URL %s, and no task is created', async (url) => {
    await webhooks.rotate(keyId)
    const { status, body } = await create(url)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('webhook_url')
    expect((await webhooks.of(keyId)).deliveries).toEqual([])
  })

  it('is rejected for a key without a signing secret', async () => {
    expect((await create()).body.message).toContain('no webhook secret yet')
    expect((await create(undefined, testApiKey)).body.message).toContain('a key made in Settings')
  })
})
