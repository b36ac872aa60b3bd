import { serve, type ServerType } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyScopes, type KeyScope } from '#contract/access/keys.ts'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createKeyService, type KeyService } from '../../access/keys/key-service.ts'
import { startUpstream, type Upstream } from '../../providers/openai/upstream.fixture.ts'
import { apiKeys as keyRows } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { endpoints } from './endpoints.ts'
import { createTestConnections, createLlmApp } from './llm-app.fixture.ts'

let store: Store
let keys: KeyService
let upstream: Upstream
let answer: Parameters<typeof startUpstream>[0]
let asked: string[] = []
let server: ServerType
let origin: string

beforeAll(async () => {
  store = await openTestStore()
  upstream = await startUpstream((request, response, body) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response, body)
  })
  const connections = createTestConnections({
    BOZZETTO_OPENAI_URL: `${upstream.url}/v1`,
    BOZZETTO_OPENAI_KEY: 'sk-owner',
    BOZZETTO_GATEWAY_URL: upstream.url,
    BOZZETTO_GATEWAY_KEY: 'sk-owner',
  })
  keys = createKeyService(store)
  const app = createLlmApp({
    ...connections,
    keyCheck: createKeyCheck([], { issued: keys, waitMs: 200 }),
  })
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      origin = `http://127.0.0.1:${port}`
      resolve()
    })
  })
})
afterAll(async () => {
  server.close()
  await upstream.close()
  await store.close()
})
beforeEach(async () => {
  await store.db.delete(keyRows)
  asked = []
  answer = json({ usage: { prompt_tokens: 100, completion_tokens: 200 } })
})

type Answer = typeof answer
const json =
  (body: object): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  }
const events =
  (...frames: object[]): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (const frame of frames) response.write(`data: ${JSON.stringify(frame)}\n\n`)
    response.end()
  }

const makeKey = (monthlySpendUsd = 0.01, scopes?: KeyScope[]) =>
  keys.create({
    name: 'A',
    limits: { requestsPerMinute: 1000, streams: 100, monthlySpendUsd },
    ...(scopes && { scopes }),
  })
const question = {
  model: 'gateway/m',
  max_tokens: 500,
  messages: [{ role: 'user', content: 'Hi' }],
}
const send = (secret: string, path: string, init: RequestInit & { json?: object } = {}) =>
  fetch(`${origin}/llm${path}`, {
    method: 'POST',
    ...(init.method !== 'GET' && { body: JSON.stringify(init.json ?? question) }),
    ...init,
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
  })
const countPosts = () => asked.filter((line) => line.startsWith('POST')).length
const spent = async () => (await keys.list())[0]?.spentUsd ?? 0
const reserved = async () => (await store.db.select().from(keyRows))[0]?.reservedUsd

describe('the owner’s account at a service', () => {
  it.each([
    ['DELETE', '/x/v1/models/ft-1'],
    ['DELETE', '/v1/responses/r1'],
    ['GET', '/v1/files'],
    ['POST', '/v1/files'],
    ['GET', '/v1/responses/r1'],
    ['POST', '/v1/v1/chat/completions'],
    ['POST', '/x/v1/chat/completions'],
    ['POST', '/v1/v1/responses'],
    ['POST', '/v1/responses/'],
    ['POST', '//v1/responses'],
    ['POST', '/v1/Responses'],
    ['POST', '/v1/batches'],
    ['POST', '/v1/messages/batches'],
    ['POST', '/v1/images/variations'],
    ['POST', '/v1/audio/translations'],
    ['POST', '/v1/fine_tuning/jobs'],
    ['GET', '/v1/embeddings'],
    ['PUT', '/rerank'],
  ])('receives no request %s %s', async (method, path) => {
    const { secret } = await makeKey(100)
    expect((await send(secret, path, { method })).status).toBeGreaterThanOrEqual(404)
    expect(asked).toEqual([])
  })

  it.each([
    { background: true },
    { tools: [{ type: 'web_search' }] },
    { tools: [{ type: 'function' }, { type: 'code_interpreter' }] },
    { mcp_servers: [{ url: 'https://example.com' }] },
  ])('receives no features whose cost cannot be counted: %j', async (more) => {
    const { secret } = await makeKey(100)
    const response = await send(secret, '/v1/responses', {
      json: { model: 'gateway/m', input: '', ...more },
    })
    expect(response.status).toBe(400)
    expect(asked).toEqual([])
  })

  it('receives only the query params that SDKs send', async () => {
    const { secret } = await makeKey(100)
    await send(secret, '/v1/responses?stream=true&after=x&beta=1')
    expect(asked.filter((line) => line.startsWith('POST'))).toEqual([
      'POST /llm/v1/responses?stream=true&beta=1',
    ])
  })
})

const isFree = (path: string) => path.endsWith('/count_tokens')
const sold = ['/chat/completions', ...Object.keys(endpoints).filter((path) => !isFree(path))]

describe('key with a limit of one cent', () => {
  it.each(sold)('pays for one request at %s, but not for a second request', async (path) => {
    const { secret } = await makeKey()
    if (path === '/chat/completions') {
      const choices = [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }]
      answer = json({ choices, usage: { prompt_tokens: 100, completion_tokens: 200 } })
    }
    const given = path.endsWith('/responses') ? { input: 'Hi' } : { prompt: 'Hi', input: 'Hi' }
    const model = { ...question, model: 'openai/m', ...given }
    const statuses: number[] = []
    for (let call = 0; call < 25; call++) {
      const response = await send(secret, path, { json: model })
      await response.text()
      statuses.push(response.status)
      await vi.waitFor(async () => expect(await reserved()).toBe(0))
    }
    expect(statuses).toEqual([200, ...Array.from({ length: 24 }, () => 429)])
    expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(1)
    expect(await spent()).toBeCloseTo((100 * 20 + 200 * 100) / 1e6)
  })

  it.each(Object.keys(endpoints).filter(isFree))(
    'can count tokens for free at %s',
    async (path) => {
      const { secret } = await makeKey()
      const statuses: number[] = []
      for (let call = 0; call < 3; call++) {
        const response = await send(secret, path, { json: { ...question, model: 'openai/m' } })
        await response.text()
        statuses.push(response.status)
      }
      expect(statuses).toEqual([200, 200, 200])
      expect(await spent()).toBe(0)
      expect(await reserved()).toBe(0)
      expect(asked.filter((line) => line.startsWith('POST'))).toEqual([])
    },
  )

  it('stays within its limit during concurrent requests', async () => {
    const { secret } = await makeKey()
    const held = new AbortController()
    answer = (request, response, body) => {
      held.signal.addEventListener('abort', () =>
        json({ usage: { input_tokens: 100, output_tokens: 200 } })(request, response, body),
      )
    }
    let refusals = 0
    const burst = Array.from({ length: 25 }, async () => {
      const { status } = await send(secret, '/v1/responses')
      if (status === 429) refusals++
      return status
    })
    // The answer is held until all others are over, because its true cost leaves room for another.
    await vi.waitFor(() => expect(countPosts() + refusals).toBe(burst.length))
    held.abort()
    const statuses = await Promise.all(burst)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(countPosts()).toBe(1)
  })
})

describe('cost of an answer', () => {
  const whole = { usage: { cost: '0.5', prompt_tokens: 1, completion_tokens: 1 } }
  it.each<[string, string, Answer, number]>([
    ['said by the service', '/v1/responses', json(whole), 0.5],
    [
      'Anthropic’s stream',
      '/v1/messages',
      events(
        { type: 'message_start', message: { usage: { input_tokens: 1000, output_tokens: 1 } } },
        { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hi' } },
        { type: 'message_delta', usage: { output_tokens: 2000 } },
        { type: 'message_stop' },
      ),
      0.22,
    ],
    [
      'a stream of responses',
      '/v1/responses',
      events(
        { type: 'response.output_text.delta', delta: 'Hi' },
        {
          type: 'response.completed',
          response: { usage: { input_tokens: 1000, output_tokens: 2000 } },
        },
      ),
      0.22,
    ],
    ['vectors', '/v1/embeddings', json({ data: [], usage: { total_tokens: 1000 } }), 0.02],
    ['rerank', '/rerank', json({ results: [], meta: { tokens: { input_tokens: 1000 } } }), 0.02],
  ])('is charged: %s', async (_name, path, given, usd) => {
    const { secret } = await makeKey(100)
    answer = given
    await (await send(secret, path)).text()
    await vi.waitFor(async () => expect(await spent()).toBeCloseTo(usd))
    expect(await reserved()).toBeCloseTo(0)
  })

  it('is charged when the client disconnects before the usage arrives', async () => {
    const { secret } = await makeKey(100)
    const words = 'many words '.repeat(300)
    answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify({ type: 'x.delta', delta: words })}\n\n`)
    }
    const response = await send(secret, '/v1/responses')
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
    await vi.waitFor(async () => expect(await spent()).toBeGreaterThan(0.1))
    expect(await reserved()).toBeCloseTo(0)
  })

  it('is charged when the client disconnects before the first delta', async () => {
    const { secret } = await makeKey(100)
    answer = () => {}
    const abort = new AbortController()
    const asking = send(secret, '/v1/responses', { signal: abort.signal })
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    abort.abort()
    await expect(asking).rejects.toThrow('abort')
    await vi.waitFor(async () => expect(await spent()).toBeGreaterThanOrEqual(0.05))
  })

  it('is not charged when the service refuses', async () => {
    const { secret } = await makeKey(100)
    answer = (_request, response) => response.writeHead(422).end('{"error":{}}')
    await (await send(secret, '/v1/responses')).text()
    await vi.waitFor(async () => expect(await reserved()).toBe(0))
    expect(await spent()).toBe(0)
  })

  it('is still charged when the process ends during the answer', async () => {
    const { key } = await makeKey(100)
    await keys.reserve(key.id, { usd: 3 })
    const next = createKeyService(store)
    await next.settleLeft()
    expect(await spent()).toBe(3)
    expect(await reserved()).toBe(0)
  })
})

describe('key with a scope', () => {
  const calls: [KeyScope, string, string][] = [
    ['chat', 'POST', '/chat/completions'],
    ['catalogue', 'GET', '/v1/models'],
    ...Object.entries(endpoints).map(([path, { scope }]): [KeyScope, string, string] => [
      scope,
      'POST',
      path,
    ]),
  ]
  it.each(keyScopes)('%s can use only the endpoints of this scope', async (scope) => {
    const { secret } = await makeKey(100, [scope])
    for (const [needed, method, path] of calls) {
      const { status } = await send(secret, path, { method })
      expect([path, status === 403]).toEqual([path, needed !== scope])
    }
  })
})
