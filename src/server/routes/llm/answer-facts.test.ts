import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChatModel } from '#contract/models.ts'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { createOpenAiProvider } from '../../providers/openai/openai-provider.ts'
import {
  beginStream,
  startUpstream,
  type Upstream,
} from '../../providers/openai/upstream.fixture.ts'
import { createLlmApp } from './llm-app.fixture.ts'

const key = 'sa-test-key-0123456789'
const listed: ChatModel = {
  id: 'svc/m',
  name: 'm',
  provider: 'svc',
  description: '',
  kind: 'chat',
  contextTokens: 200_000,
  answerTokensMax: 64_000,
  createdAt: 1_780_000_000,
  endsOn: '2027-01-22',
  canSee: true,
  inputs: ['image', 'pdf'],
  price: { currency: 'USD', prompt: 0.1, completion: 15, cached: 0.01 },
}
const idle = { id: 'svc', listModels: async () => [listed], streamChat: async () => {} }

let upstream: Upstream
let answer: Parameters<typeof startUpstream>[0]
beforeAll(async () => {
  upstream = await startUpstream((...call) => answer(...call))
})
afterAll(() => upstream.close())

const chunk = (more: object) => `data: ${JSON.stringify({ id: 'c', ...more })}\n\n`
const facts = { system_fingerprint: 'fp_1', service_tier: 'priority' }
beforeEach(() => {
  answer = (request, response) => {
    if (request.method === 'GET') return void response.end('{"data":[{"id":"m"}]}')
    beginStream(response)
    const words = ['One', ' two', ' three', ' four', ' five']
    const deltas = [{ role: 'assistant' }, ...words.map((content) => ({ content }))]
    const frames = deltas.map((delta) => chunk({ ...facts, choices: [{ index: 0, delta }] }))
    const end = chunk({ ...facts, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    response.end(`${frames.join('')}${end}data: [DONE]\n\n`)
  }
})

function createApp(limits = { requestsPerMinute: 3, streams: 8 }, clock = () => 0) {
  const openai = createOpenAiProvider({ baseUrl: `${upstream.url}/v1`, apiKey: 'sk-1' })
  const catalogue = createCatalogue({ providers: fixedProviders({ chat: [openai, idle] }) })
  const app = createLlmApp({ catalogue, keyCheck: createKeyCheck([key], { limits, clock }) })
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  return {
    get: (path: string, more = {}) =>
      app.request(`http://127.0.0.1/llm${path}`, { headers: { ...headers, ...more } }),
    ask: (more: object = {}) =>
      app.request('http://127.0.0.1/llm/v1/chat/completions', {
        method: 'POST',
        headers,
        body: JSON.stringify({
          model: 'openai/m',
          messages: [{ role: 'user', content: 'Hi' }],
          ...more,
        }),
      }),
  }
}

describe('an answer', () => {
  it('contains the service’s fingerprint and service tier', async () => {
    const body: unknown = await (await createApp().ask()).json()
    expect(body).toMatchObject({
      ...facts,
      choices: [{ message: { content: 'One two three four five' } }],
    })
  })

  it('contains the fingerprint and service tier in the chunks of a stream', async () => {
    const text = await (await createApp().ask({ stream: true })).text()
    const chunks = text
      .split('\n\n')
      .filter((frame) => frame.startsWith('data: {'))
      .map((frame) => JSON.parse(frame.slice(6)) as Record<string, unknown>)
    expect(chunks.length).toBeGreaterThan(5)
    for (const one of chunks.slice(1)) expect(one).toMatchObject(facts)
  })

  it('is refused with an explanation if the request sets n above 1', async () => {
    const refused = await createApp().ask({ n: 3 })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      error: { param: 'n', message: expect.stringContaining('one answer per request') },
    })
  })
})

describe('rate limits of a key', () => {
  it('are sent in the headers of every response, including streams and refusals', async () => {
    let now = 1_000_000
    const { ask } = createApp(undefined, () => now)
    const read = async (more?: object) => {
      const { status, headers } = await ask(more)
      return [
        status,
        headers.get('x-ratelimit-limit-requests'),
        headers.get('x-ratelimit-remaining-requests'),
        headers.get('x-ratelimit-reset-requests'),
      ]
    }
    expect(await read()).toEqual([200, '3', '2', '60s'])
    now += 20_000
    expect(await read({ stream: true })).toEqual([200, '3', '1', '40s'])
    expect(await read()).toEqual([200, '3', '0', '40s'])
    expect(await read()).toEqual([429, '3', '0', '40s'])
    now += 40_001
    expect((await read())[0]).toBe(200)
  })
})

describe('GET /models', () => {
  it('lists the release date, context, modalities, price and shutdown date of a model', async () => {
    const model: unknown = await (await createApp().get('/v1/models/svc/m')).json()
    expect(model).toMatchObject({
      id: 'svc/m',
      created: 1_780_000_000,
      context_length: 200_000,
      max_output_tokens: 64_000,
      architecture: { input_modalities: ['text', 'image', 'file'], output_modalities: ['text'] },
      pricing: { prompt: '0.0000001', completion: '0.000015', input_cache_read: '0.00000001' },
      shutdown_date: '2027-01-22',
    })
  })

  it('lists the same fields in Anthropic’s format', async () => {
    const asked = await createApp().get('/v1/models/svc/m', { 'anthropic-version': '2023-06-01' })
    expect(await asked.json()).toMatchObject({
      created_at: '2026-05-28T20:26:40.000Z',
      max_input_tokens: 200_000,
      max_tokens: 64_000,
      retires_at: '2027-01-22T00:00:00Z',
    })
  })
})
