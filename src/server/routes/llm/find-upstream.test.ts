import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { restrictCatalogue } from '../../models/access/restricted-catalogue.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { startUpstream, type Upstream } from '../../providers/openai/upstream.fixture.ts'
import { createTestConnections, createLlmApp } from './llm-app.fixture.ts'

const apiKey = 'sa-test-key-1'
const keyCheck = createKeyCheck([apiKey], {
  limits: { requestsPerMinute: 1_000, streams: 100 },
})
const lists: Record<string, string[]> = {
  openai: ['writer', 'text-embedding-3-small', 'bge-m3', 'both'],
  gateway: ['poet', 'nomic-embed-text', 'bge-m3', 'both'],
}
const servers: Upstream[] = []
let asked: { server: string; url: string; model: unknown; header: unknown }[] = []
let app: ReturnType<typeof createLlmApp>

const start = async (server: string) => {
  const upstream = await startUpstream((request, response, body) => {
    response.setHeader('Content-Type', 'application/json')
    if (request.method === 'GET') {
      return response.end(JSON.stringify({ data: lists[server]!.map((id) => ({ id })) }))
    }
    const { model } = JSON.parse(body) as { model: unknown }
    const { url = '', headers } = request
    asked.push({ server, url, model, header: headers['x-model'] })
    return response.end('{"data":[]}')
  })
  servers.push(upstream)
  return upstream.url
}

beforeAll(async () => {
  const connections = createTestConnections({
    BOZZETTO_OPENAI_URL: `${await start('openai')}/v1`,
    BOZZETTO_GATEWAY_URL: await start('gateway'),
    BOZZETTO_GATEWAY_KEY: 'sk-theirs',
  })
  app = createLlmApp({ ...connections, keyCheck })
})
afterAll(async () => {
  for (const server of servers) await server.close()
})
beforeEach(() => {
  asked = []
})

const post = (path: string, model: string | undefined, headers: Record<string, string> = {}) =>
  app.request(`/llm${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, ...headers },
    body: JSON.stringify({ model, input: 'Hi' }),
  })

describe.each(['/v1/embeddings', '/rerank'])('POST %s', (path) => {
  it.each([
    ['openai/text-embedding-3-small', 'openai', 'text-embedding-3-small'],
    ['gateway/nomic-embed-text', 'gateway', 'nomic-embed-text'],
    ['openai/not-listed', 'openai', 'not-listed'],
    ['gateway/org/deep/name', 'gateway', 'org/deep/name'],
    ['text-embedding-3-small', 'openai', 'text-embedding-3-small'],
    ['nomic-embed-text', 'gateway', 'nomic-embed-text'],
    ['poet', 'gateway', 'poet'],
  ])(
    'sends a request for the model %s to the server %s with the model name %s',
    async (id, server, model) => {
      expect((await post(path, id)).status).toBe(200)
      expect(asked).toMatchObject([{ server, model }])
    },
  )

  it.each(['bge-m3', 'both'])(
    'rejects the model name %s because two connections list it',
    async (name) => {
      const response = await post(path, name)
      expect(response.status).toBe(400)
      const { error } = (await response.json()) as { error: { message: string } }
      expect(error.message).toMatch(new RegExp(`openai/${name} or gateway/${name}`))
      expect(asked).toEqual([])
    },
  )

  it.each(['nobody', 'other/text-embedding-3-small'])(
    'finds no connection for the model %s',
    async (id) => {
      const response = await post(path, id)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: { code: 'model_not_found' } })
      expect(asked).toEqual([])
    },
  )

  it('reads the model from the header and forwards the service’s name of the model', async () => {
    expect((await post(path, undefined, { 'X-Model': 'gateway/poet' })).status).toBe(200)
    expect(asked).toMatchObject([{ server: 'gateway', model: 'poet', header: 'poet' }])
  })

  it('rejects a request that names no model or two models', async () => {
    expect((await post(path, undefined)).status).toBe(400)
    expect((await post(path, 'gateway/a', { 'X-Model': 'gateway/b' })).status).toBe(400)
    expect(asked).toEqual([])
  })
})

describe.each([
  ['/v1/embeddings', {}],
  ['/v1/rerank', {}],
  ['/v1/completions', { prompt: 'Hi', suffix: '.' }],
  ['/v1/images/generations', { prompt: 'Hi' }],
  ['/v1/audio/speech', {}],
])('%s with a single connection', (path, fields) => {
  const closedTo =
    (...closed: string[]) =>
    async (model: string) => {
      const only = createTestConnections({
        BOZZETTO_GATEWAY_URL: servers[1]?.url ?? '',
        BOZZETTO_GATEWAY_KEY: 'sk-theirs',
      })
      const catalogue = restrictCatalogue(only.catalogue, {
        looksClosed: () => false,
        mayUse: (_, id) => ![id, id.split('/', 1)[0] ?? ''].some((one) => closed.includes(one)),
      })
      const response = await createLlmApp({ ...only, catalogue, keyCheck }).request(`/llm${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ model, input: 'Hi', ...fields }),
      })
      return response.status
    }

  it.each(['poet', 'gateway/poet', 'nomic-embed-text', 'gateway/nomic-embed-text'])(
    'does not forward the model %s for a person who may not use it',
    async (model) => {
      const closed = closedTo('gateway/poet', 'gateway/nomic-embed-text')
      expect(await closed(model)).toBe(404)
      expect(await closedTo('gateway')(model)).toBe(404)
      expect(asked).toEqual([])
    },
  )

  it('forwards a model that no connection lists, even if a listed model is forbidden', async () => {
    expect(await closedTo('gateway/poet')('unlisted')).toBe(200)
    expect(asked).toMatchObject([{ server: 'gateway', model: 'unlisted' }])
  })
})

it.each(['/v1/chat/completions', '/v1/embeddings', '/v1/completions'])(
  '%s rejects a second model name in a field that services written in Go also read as the model',
  async (path) => {
    const response = await app.request(`/llm${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        model: 'openai/writer',
        Model: 'other',
        input: 'Hi',
        prompt: 'Hi',
        messages: [{ role: 'user', content: 'Hi' }],
      }),
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Model')
    expect(asked).toEqual([])
  },
)

it('/llm reports which endpoint the connection of a model lacks', async () => {
  const claude: ChatProvider = {
    id: 'claude',
    listModels: () => Promise.resolve([]),
    streamChat: () => Promise.resolve(),
  }
  const alone = createLlmApp({
    catalogue: createCatalogue({ providers: fixedProviders({ chat: [claude] }) }),
    keyCheck,
  })
  const response = await alone.request('/llm/v1/embeddings', {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ model: 'claude/x', input: 'Hi' }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { param: 'model', message: expect.stringContaining('does not offer embeddings') },
  })
})
