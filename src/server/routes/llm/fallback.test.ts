import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createKeyService, type KeyService } from '../../access/keys/key-service.ts'
import { aliasCatalogue } from '../../chat/aliases/alias-catalogue.ts'
import { openModelAliases, type ModelAliases } from '../../chat/aliases/model-aliases.ts'
import { findPrice } from '../../chat/completions/model-facts.ts'
import { startUpstream, type Upstream } from '../../providers/openai/upstream.fixture.ts'
import { apiKeys as keyRows } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { createTestConnections, createLlmApp } from './llm-app.fixture.ts'

type Answer = Parameters<typeof startUpstream>[0]

let store: Store
let keys: KeyService
let aliases: ModelAliases
let app: ReturnType<typeof createLlmApp>
const upstreams: Upstream[] = []
let answers: Record<string, Answer>
let asked: { server: string; url: string; model: unknown }[]

const start = async (server: string) => {
  const upstream = await startUpstream((request, response, body) => {
    if (request.method === 'GET') return void response.end('{"data":[{"id":"m"}]}')
    const [, inForm] = /name="model"\r\n\r\n(.+)\r\n/.exec(body) ?? []
    const model = inForm ?? (JSON.parse(body) as { model: unknown }).model
    asked.push({ server, url: request.url ?? '', model })
    return answers[server]?.(request, response, body)
  })
  upstreams.push(upstream)
  return upstream.url
}

const sends =
  (status: number, body: object | string, type = 'application/json'): Answer =>
  (_request, response) =>
    response
      .writeHead(status, { 'Content-Type': type })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
const fails = (status: number) => sends(status, { error: { message: 'No.', code: 'x', type: 'y' } })
const usage = { input_tokens: 100, output_tokens: 0, total_tokens: 100 }

beforeAll(async () => {
  store = await openTestStore()
  keys = createKeyService(store)
  aliases = await openModelAliases(store)
  const connections = createTestConnections({
    BOZZETTO_OPENAI_URL: `${await start('openai')}/v1`,
    BOZZETTO_GATEWAY_URL: await start('gateway'),
    BOZZETTO_GATEWAY_KEY: 'sk-theirs',
  })
  const catalogue = aliasCatalogue(connections.catalogue, {
    aliases,
    findPrice: (provider, model) => findPrice(provider, model, 100),
  })
  app = createLlmApp({
    ...connections,
    catalogue,
    keyCheck: createKeyCheck([], { issued: keys }),
  })
  await aliases.set({ name: 'fast', targets: ['gateway/a', 'openai/b'], timeoutSeconds: 1 })
})
afterAll(async () => {
  for (const upstream of upstreams) await upstream.close()
  await store.close()
})
beforeEach(async () => {
  await store.db.delete(keyRows)
  asked = []
  answers = { gateway: sends(200, { data: [], usage }), openai: sends(200, { data: [], usage }) }
})

async function ask(path: string, body: object | FormData, monthlySpendUsd = 10) {
  const { secret } = await keys.create({
    name: 'A',
    limits: { requestsPerMinute: 1000, streams: 10, monthlySpendUsd },
  })
  const response = await app.request(`http://127.0.0.1/llm${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}` },
    body: body instanceof FormData ? body : JSON.stringify({ model: 'fast', ...body }),
  })
  const text = await response.text()
  const spentUsd = (await keys.list()).find(({ prefix }) => secret.startsWith(prefix))?.spentUsd
  return {
    status: response.status,
    model: response.headers.get('x-bozzetto-model'),
    text,
    spentUsd,
  }
}

function picture(): FormData {
  const form = new FormData()
  form.append('image', new Blob(['PNG']), 'a.png')
  form.append('model', 'fast')
  return form
}
function recording(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['RIFF']), 'a.wav')
  form.append('model', 'fast')
  return form
}

const requests: [path: string, body: () => object][] = [
  ['/v1/responses', () => ({ input: 'Hi' })],
  ['/v1/completions', () => ({ prompt: 'Hi', suffix: '.' })],
  ['/v1/embeddings', () => ({ input: 'Hi' })],
  ['/v1/rerank', () => ({ query: 'Hi', documents: ['Ho'] })],
  ['/v1/images/generations', () => ({ prompt: 'A cat' })],
  ['/v1/images/edits', picture],
  ['/v1/audio/transcriptions', recording],
  ['/v1/audio/speech', () => ({ input: 'Hi', voice: 'a' })],
]
const inTurn = [
  { server: 'gateway', model: 'a' },
  { server: 'openai', model: 'b' },
]

describe.each(requests)('model alias at %s', (path, body) => {
  it.each([429, 500, 503])('uses the next model after a %i', async (status) => {
    answers['gateway'] = fails(status)
    const answer = await ask(path, body())
    expect([answer.status, answer.model]).toEqual([200, 'openai/b'])
    expect(asked).toMatchObject(inTurn)
  })

  it('contains the name of the first model in the response if that model answers', async () => {
    const answer = await ask(path, body())
    expect([answer.status, answer.model]).toEqual([200, 'gateway/a'])
    expect(asked).toHaveLength(1)
  })

  it('returns the refusal of an invalid request without asking another model', async () => {
    answers['gateway'] = fails(400)
    expect((await ask(path, body())).status).toBe(400)
    expect(asked).toHaveLength(1)
  })

  it('returns the error of the last model when all fail', async () => {
    answers['gateway'] = fails(500)
    answers['openai'] = fails(429)
    const { status, spentUsd } = await ask(path, body())
    expect([status, spentUsd]).toEqual([429, 0])
    expect(asked).toMatchObject(inTurn)
  })
})

describe('model alias in a forwarded request', () => {
  const request = { input: 'Hi' }

  it.each<[string, Answer]>([
    ['sends nothing', () => {}],
    [
      'sends headers and no byte',
      (_request, response) =>
        response.writeHead(200, { 'Content-Type': 'text/plain' }).flushHeaders(),
    ],
    ['hangs up', ({ socket }) => socket.destroy()],
  ])('uses the next model after a model that %s, and bills the request once', async (_, answer) => {
    answers['openai'] = sends(200, { data: [], usage })
    const once = (await ask('/v1/embeddings', { ...request, model: 'openai/b' })).spentUsd
    answers['gateway'] = answer
    const { status, model, spentUsd } = await ask('/v1/embeddings', request)
    expect([status, model]).toEqual([200, 'openai/b'])
    expect(once).toBeGreaterThan(0)
    expect(spentUsd).toBe(once)
  })

  it('asks no other model once the first byte has arrived', async () => {
    answers['gateway'] = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('{"data":', () => response.destroy())
    }
    await expect(ask('/v1/embeddings', request)).rejects.toThrow(/terminated|ECONNRESET|closed/)
    expect(asked).toHaveLength(1)
  })

  it('reserves the cost of only one answer from a key’s limit', async () => {
    answers['gateway'] = fails(503)
    const one = { prompt: 'A cat', n: 1 }
    expect((await ask('/v1/images/generations', one, 0.3)).status).toBe(200)
  })

  it('skips models whose connection cannot be used', async () => {
    await aliases.set({ name: 'odd', targets: ['gone/x', 'openai/b'], timeoutSeconds: 1 })
    const { status, model } = await ask('/v1/embeddings', { ...request, model: 'odd' })
    expect([status, model]).toEqual([200, 'openai/b'])
  })

  it('converts a Responses request if the next model’s service has no Responses API', async () => {
    answers['gateway'] = fails(503)
    answers['openai'] = (_request, response, body) => {
      const { messages } = JSON.parse(body) as { messages?: object[] }
      if (!messages) return fails(404)(_request, response, body)
      return sends(
        200,
        'data: {"choices":[{"index":0,"delta":{"content":"Ho"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
        'text/event-stream',
      )(_request, response, body)
    }
    const { status, model, text } = await ask('/v1/responses', request)
    expect([status, model]).toEqual([200, 'openai/b'])
    expect(JSON.parse(text)).toMatchObject({ object: 'response', model: 'openai/b' })
    expect(text).toContain('"Ho"')
  })
})
