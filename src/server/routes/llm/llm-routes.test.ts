import type { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createKeyService, type KeyService } from '../../access/keys/key-service.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { streamFrom } from '../../ports/chat-provider.fixture.ts'
import type { ChatDelta, ChatProvider } from '../../ports/chat-provider.ts'
import { apiKeys as keyRows } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { cutStreams } from '../../http/open-streams.ts'
import { createLlmApp } from './llm-app.fixture.ts'

let store: Store
let keys: KeyService
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.db.delete(keyRows)
  keys = createKeyService(store)
})
afterEach(() => {
  vi.useRealTimers()
})

const speaker = (deltas: () => AsyncGenerator<ChatDelta>): ChatProvider => ({
  id: 'test',
  listModels: () => Promise.resolve([]),
  streamChat: streamFrom(deltas),
})
const appWith = (provider: ChatProvider) => {
  const catalogue = createCatalogue({ providers: fixedProviders({ chat: [provider] }) })
  const keyCheck = createKeyCheck(['sa-test'], { issued: keys })
  return createLlmApp({ catalogue, keyCheck })
}
const ask = (app: Hono, more: object = {}, key = 'sa-test') =>
  app.request('/llm/chat/completions', {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model: 'test/any',
      messages: [{ role: 'user', content: 'Hi' }],
      ...more,
    }),
  })

const costing = (cost: unknown) =>
  speaker(async function* () {
    yield { text: 'Hi' }
    yield { finishReason: 'stop', usage: { prompt_tokens: 1, completion_tokens: 1, cost } }
  })

const spent = async () => (await keys.list())[0]?.spentUsd

describe('issued API key', () => {
  const limits = { requestsPerMinute: 10, streams: 2, monthlySpendUsd: 0.5 }

  it.each([
    [false, 0.25],
    [true, '0.25'],
  ])('is charged for its requests (stream: %s)', async (stream, cost) => {
    const { secret } = await keys.create({ name: 'A', limits })
    const response = await ask(appWith(costing(cost)), { stream }, secret)
    expect(response.status).toBe(200)
    await response.text()
    await vi.waitFor(async () => expect(await spent()).toBe(0.25))
  })

  it('gets an error that forbids retries once its quota is used up', async () => {
    const { secret } = await keys.create({ name: 'A', limits })
    const app = appWith(costing(0.5))
    await (await ask(app, {}, secret)).text()
    const refused = await ask(app, {}, secret)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(refused.headers.get('X-Should-Retry')).toBe('false')
    expect(await refused.json()).toMatchObject({
      error: { type: 'rate_limit_error', code: 'quota_exceeded' },
    })
  })

  it('is refused after too many requests', async () => {
    const { secret } = await keys.create({ name: 'A', limits: { ...limits, requestsPerMinute: 1 } })
    const app = appWith(costing(0))
    expect((await ask(app, {}, secret)).status).toBe(200)
    const refused = await ask(app, {}, secret)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toMatch(/^(59|60)$/)
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } })
  })

  it('is refused once it is revoked', async () => {
    const { key, secret } = await keys.create({ name: 'A', limits })
    await keys.revoke(key.id)
    const refused = await ask(appWith(costing(0)), {}, secret)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(await refused.json()).toMatchObject({
      error: { code: 'invalid_api_key', message: expect.stringContaining('revoked') },
    })
  })
})

function slowApp() {
  const { promise, resolve: speak } = later()
  const app = appWith(
    speaker(async function* () {
      await promise
      yield { text: 'At last' }
    }),
  )
  return { app, speak }
}

function later() {
  const resolvers: (() => void)[] = []
  const promise = new Promise<void>((resolve) => resolvers.push(resolve))
  return { promise, resolve: () => resolvers.forEach((resolve) => resolve()) }
}

describe('a model that thinks for long', () => {
  it('keeps the connection open with keep-alive records', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const { app, speak } = slowApp()
    const asking = ask(app, { stream: true })
    await vi.advanceTimersByTimeAsync(10_000)
    const response = await asking
    expect(response.headers.get('Content-Type')).toContain('text/event-stream')
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    const next = async () => (await reader.read()).value
    expect(await next()).toContain('"role":"assistant"')
    for (let turn = 0; turn < 3; turn++) {
      const frame = next()
      await vi.advanceTimersByTimeAsync(15_000)
      expect(await frame).toBe(': keep-alive\n\n')
    }
    speak()
    expect(await next()).toContain('At last')
    expect(await next()).toContain('"finish_reason":"stop"')
    expect(await next()).toBe('data: [DONE]\n\n')
    expect((await reader.read()).done).toBe(true)
  })
})

describe('revoked API key', () => {
  const limits = { requestsPerMinute: 10, streams: 2 }

  it.each([true, false])(
    'has its request aborted before the first delta (stream: %s)',
    async (stream) => {
      const { key, secret } = await keys.create({ name: 'A', limits })
      let hasBegun = false
      let isLeft = false
      const app = appWith({
        id: 'test',
        listModels: () => Promise.resolve([]),
        streamChat: streamFrom(async function* (_request, signal) {
          hasBegun = true
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
          isLeft = true
          yield { text: 'The whole answer' }
        }),
      })
      const asking = ask(app, { stream }, secret)
      await vi.waitFor(() => expect(hasBegun).toBe(true))
      await keys.revoke(key.id)
      cutStreams(key.id)
      const response = await asking
      expect(response.status).toBe(401)
      expect(await response.text()).not.toContain('The whole answer')
      await vi.waitFor(() => expect(isLeft).toBe(true))
    },
  )
})
