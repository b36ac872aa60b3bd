import { serve, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import OpenAI, { APIError, AuthenticationError, NotFoundError, RateLimitError } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeyCheck } from '../../access/api-keys.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { createOpenAiProvider } from '../../providers/openai/openai-provider.ts'
import {
  beginStream,
  chunkOf,
  completionOf,
  startUpstream,
  type Upstream,
} from '../../providers/openai/upstream.fixture.ts'
import { llmRoutes } from './completions.ts'

// The machine that runs this may be busy with other things.
vi.setConfig({ testTimeout: 30_000 })
const patiently = { timeout: 20_000 }

const apiKey = 'sa-test-key-1'
type Answer = Parameters<typeof startUpstream>[0]

let upstream: Upstream
let answer: Answer
/** Bodies that the upstream got, newest last. */
let asked: Record<string, unknown>[] = []
let server: ServerType
let origin: string

const app = () => {
  const provider = createOpenAiProvider({ baseUrl: `${upstream.url}/v1`, apiKey: 'sk-upstream' })
  const catalogue = createCatalogue({ chatProviders: [provider], generationProviders: [] })
  const limits = { requestsPerMinute: 1_000, streams: 4 }
  return new Hono().route(
    '/llm',
    llmRoutes({ catalogue, keyCheck: createKeyCheck([apiKey], { limits }) }),
  )
}

const writes =
  (...frames: string[]): Answer =>
  (_request, response) => {
    beginStream(response)
    response.end(frames.join(''))
  }

beforeAll(async () => {
  upstream = await startUpstream((request, response, body) => {
    if (request.method === 'GET') {
      response.end('{"data":[{"id":"writer"},{"id":"org/poet"}]}')
      return
    }
    asked.push(JSON.parse(body))
    answer(request, response, body)
  })
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app().fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      origin = `http://127.0.0.1:${port}`
      resolve()
    })
  })
})
afterAll(async () => {
  server.close()
  await upstream.close()
})
beforeEach(() => {
  asked = []
  answer = writes(...completionOf(['Hello', ' there']))
})

const clientWith = (key: string, path = '/llm/v1') =>
  new OpenAI({ baseURL: origin + path, apiKey: key, maxRetries: 0 })
const messages = [{ role: 'user' as const, content: 'Hi' }]

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${origin}/llm/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const part = (index: number, called: object, id?: string) =>
  chunkOf({ tool_calls: [{ index, ...(id && { id, type: 'function' }), function: called }] })

describe("OpenAI's own client", () => {
  it.each(['/llm', '/llm/v1'])('reads an answer in one piece under %s', async (path) => {
    const answered = await clientWith(apiKey, path).chat.completions.create({
      model: 'openai/writer',
      messages,
      temperature: 0.5,
    })
    expect(answered).toMatchObject({
      object: 'chat.completion',
      model: 'openai/writer',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Hello there' }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
    })
    expect(asked).toMatchObject([{ model: 'writer', temperature: 0.5, messages }])
  })

  it('reads a streamed answer with its usage', async () => {
    const stream = await clientWith(apiKey).chat.completions.create({
      model: 'writer',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream) chunks.push(chunk)
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' })
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe(
      'Hello there',
    )
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 7 } })
  })

  it('gets tool calls whole and in parts', async () => {
    answer = writes(
      part(0, { name: 'turn', arguments: '' }, 't1'),
      part(0, { arguments: '{"by":' }),
      part(0, { arguments: '90}' }),
      part(1, { name: 'stop', arguments: '{}' }, 't2'),
      chunkOf({}, 'tool_calls'),
      'data: [DONE]\n\n',
    )
    const answered = await clientWith(apiKey).chat.completions.create({ model: 'writer', messages })
    expect(answered.choices[0]).toMatchObject({ finish_reason: 'tool_calls' })
    expect(answered.choices[0]?.message).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 't1', type: 'function', function: { name: 'turn', arguments: '{"by":90}' } },
        { id: 't2', type: 'function', function: { name: 'stop', arguments: '{}' } },
      ],
    })
  })

  it('lists the models', async () => {
    const ids: string[] = []
    for await (const model of clientWith(apiKey).models.list()) ids.push(model.id)
    expect(ids).toEqual(['openai/org/poet', 'openai/writer'])
  })

  it('knows our errors by their types', async () => {
    const ask = (key: string, model: string) =>
      clientWith(key).chat.completions.create({ model, messages })
    await expect(ask('sa-wrong-key', 'writer')).rejects.toBeInstanceOf(AuthenticationError)
    await expect(ask(apiKey, 'wirter')).rejects.toBeInstanceOf(NotFoundError)
    await expect(ask(apiKey, 'wirter')).rejects.toMatchObject({
      code: 'model_not_found',
      message: expect.stringContaining('openai/writer'),
    })
    answer = (_request, response) => response.writeHead(429, { 'Retry-After': '9' }).end('{}')
    await expect(ask(apiKey, 'writer')).rejects.toBeInstanceOf(RateLimitError)
    const streamed = clientWith(apiKey).chat.completions.create({
      model: 'writer',
      messages,
      stream: true,
    })
    await expect(streamed).rejects.toBeInstanceOf(RateLimitError)
  })

  it('is told about an error in the middle of an answer', async () => {
    answer = writes(chunkOf({ content: 'Half' }), 'data: {"error":{"message":"overloaded"}}\n\n')
    const stream = await clientWith(apiKey).chat.completions.create({
      model: 'writer',
      messages,
      stream: true,
    })
    let text = ''
    const reading = (async () => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    })()
    await expect(reading).rejects.toBeInstanceOf(APIError)
    await expect(reading).rejects.toThrow('overloaded')
    expect(text).toBe('Half')
  })
})

describe('a stream on the wire', () => {
  it('has one frame in each piece, without ids, and ends with [DONE]', async () => {
    answer = (_request, response) => {
      beginStream(response)
      const frames = completionOf(['a', 'b', 'c'])
      const next = () => {
        const frame = frames.shift()
        if (frame) response.write(frame, () => setImmediate(next))
        else response.end()
      }
      next()
    }
    const response = await post({ model: 'writer', messages, stream: true })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const pieces: string[] = []
    const decoder = new TextDecoder()
    for await (const piece of response.body!) pieces.push(decoder.decode(piece))
    for (const piece of pieces) expect(piece).toMatch(/^(data: [^\n]+\n\n)+$/)
    const last = pieces.join('').split('\n\n').slice(-3)
    expect(last[0]).toContain('"finish_reason":"stop"')
    // Not asked for as a chunk of its own, which old clients cannot read.
    expect(last[0]).toContain('"total_tokens":8')
    expect(last.slice(1)).toEqual(['data: [DONE]', ''])
  })

  it('names an error event when the service breaks off', async () => {
    answer = writes(chunkOf({ content: 'Half' }))
    const text = await (await post({ model: 'writer', messages, stream: true })).text()
    const [, frame = ''] = /event: error\ndata: (.*)\n\n$/.exec(text) ?? []
    expect(JSON.parse(frame)).toMatchObject({
      error: { type: 'server_error', code: 'provider_failed' },
      message: expect.stringContaining('cut off'),
    })
  })

  it.each([true, false])(
    'lets the service go when the caller hangs up (stream: %s)',
    async (stream) => {
      answer = (_request, response) => {
        beginStream(response)
        response.write(chunkOf({ content: 'Half' }))
      }
      const abort = new AbortController()
      const asking = fetch(`${origin}/llm/chat/completions`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ model: 'openai/writer', messages, stream }),
        signal: abort.signal,
      }).then((response) => response.text())
      await vi.waitFor(() => expect(upstream.openCount()).toBe(1), patiently)
      abort.abort()
      await expect(asking).rejects.toThrow('aborted')
      await vi.waitFor(() => expect(upstream.openCount()).toBe(0), patiently)
    },
  )
})

describe('a request to /llm', () => {
  const valid = { model: 'writer', messages }
  it.each([
    ['that is no JSON', '{', {}, 400, 'not valid JSON'],
    ['without messages', { model: 'writer' }, {}, 400, 'messages'],
    ['with an empty list of messages', { model: 'writer', messages: [] }, {}, 400, 'at least one'],
    ['without a model', { messages }, {}, 400, 'X-Model'],
    ['with two models', valid, { 'X-Model': 'poet' }, 400, 'Name one'],
    ['for several answers', { ...valid, n: 2 }, {}, 400, 'n: must be 1'],
    ['without a key', valid, { Authorization: '' }, 401, 'missing'],
  ])('%s is refused in words', async (_case, body, headers, status, words) => {
    const response = await post(body, headers)
    expect(response.status).toBe(status)
    const error = (await response.json()) as { error: { message: string }; message: string }
    expect(error.error.message).toContain(words)
    expect(error.message).toBe(error.error.message)
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-z]{20}$/)
  })

  it('may name its model in a header and its own request id', async () => {
    const headers = { 'X-Model': 'org/poet', 'X-Request-Id': 'mine-1' }
    const response = await post({ messages }, headers)
    expect(response.status).toBe(200)
    expect(response.headers.get('X-Request-Id')).toBe('mine-1')
    expect(asked).toMatchObject([{ model: 'org/poet' }])
    expect(await response.json()).toMatchObject({ model: 'org/poet' })
  })

  it('says when to try again after too many', async () => {
    answer = (_request, response) => response.writeHead(429, { 'Retry-After': '9' }).end('{}')
    const response = await post(valid)
    expect(response.status).toBe(429)
    expect(response.headers.get('Retry-After')).toBe('9')
  })

  it('is refused while the key has all its streams open, and works again afterwards', async () => {
    answer = (_request, response) => {
      beginStream(response)
      response.write(chunkOf({ content: 'Half' }))
    }
    const abort = new AbortController()
    const open = () =>
      fetch(`${origin}/llm/chat/completions`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ ...valid, stream: true }),
        signal: abort.signal,
      })
    const opened = await Promise.all([open(), open(), open(), open()])
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const refused = await post(valid)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('2')
    abort.abort()
    answer = writes(...completionOf(['ok']))
    await vi.waitFor(async () => expect((await post(valid)).status).toBe(200), patiently)
  })

  it.each([
    ['GET', '/llm/chat/completions', 405],
    ['POST', '/llm/v1/models', 405],
    ['POST', '/llm/v1/embeddings', 404],
  ])('%s %s is answered in the same form', async (method, path, status) => {
    const response = await fetch(origin + path, {
      method,
      headers: { Authorization: `Bearer ${apiKey}` },
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })
})
