import type { Server } from 'node:http'
import { connect } from 'node:net'
import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
} from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { listen } from '../../http/listen.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { createOpenAiProvider } from '../../providers/openai/openai-provider.ts'
import {
  beginStream,
  createChunk,
  createCompletion,
  startUpstream,
  type Upstream,
} from '../../providers/openai/upstream.fixture.ts'
import { createLlmApp } from './llm-app.fixture.ts'

const apiKey = 'sa-test-key-1'
type Answer = Parameters<typeof startUpstream>[0]

let upstream: Upstream
let answer: Answer
let asked: Record<string, unknown>[] = []
let server: Server
let origin: string

const app = () => {
  const provider = createOpenAiProvider({ baseUrl: `${upstream.url}/v1`, apiKey: 'sk-upstream' })
  const catalogue = createCatalogue({ providers: fixedProviders({ chat: [provider] }) })
  const limits = { requestsPerMinute: 1_000, streams: 4 }
  return createLlmApp({ catalogue, keyCheck: createKeyCheck([apiKey], { limits }) })
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
  const listening = await listen(app().fetch, { port: 0, hostname: '127.0.0.1' })
  server = listening.server
  origin = `http://127.0.0.1:${listening.address.port}`
})
afterAll(async () => {
  server.close()
  await upstream.close()
})
beforeEach(() => {
  asked = []
  answer = writes(...createCompletion(['Hello', ' there']))
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
  createChunk({ tool_calls: [{ index, ...(id && { id, type: 'function' }), function: called }] })

const likely = (token: string) => ({ token, logprob: -0.1, bytes: null, top_logprobs: [] })

describe('OpenAI’s client', () => {
  it.each(['/llm', '/llm/v1'])('reads a whole answer under %s', async (path) => {
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

  it('reads tool calls, whole and as deltas', async () => {
    answer = writes(
      part(0, { name: 'turn', arguments: '' }, 't1'),
      part(0, { arguments: '{"by":' }),
      part(0, { arguments: '90}' }),
      part(1, { name: 'stop', arguments: '{}' }, 't2'),
      createChunk({}, 'tool_calls'),
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

  it('reads streamed tool calls from a service that does not stream', async () => {
    const called = { name: 'turn', arguments: '{"by":90}' }
    answer = (_request, response) => {
      const message = {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 't1', type: 'function', function: called }],
      }
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ choices: [{ message, finish_reason: 'tool_calls' }] }))
    }
    const stream = clientWith(apiKey).chat.completions.stream({
      model: 'writer',
      messages,
      tools: [{ type: 'function', function: { name: 'turn', parameters: { type: 'object' } } }],
    })
    const { choices } = await stream.finalChatCompletion()
    expect(choices[0]?.finish_reason).toBe('tool_calls')
    expect(choices[0]?.message.tool_calls).toMatchObject([{ id: 't1', function: called }])
    expect(asked[0]?.['tools']).toHaveLength(1)
  })

  it('sends pictures, tools and unknown fields, which are forwarded unchanged', async () => {
    const content = [
      { type: 'text', text: 'What is it?' },
      {
        type: 'image_url',
        image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' },
      },
      { type: 'hologram', depth: 3 },
    ]
    const tools = [{ type: 'function', function: { name: 'turn' } }]
    const said = [
      { role: 'user', content, name: 'ann' },
      { role: 'assistant', content: null, tool_calls: [{ id: 't1', type: 'function' }] },
      { role: 'tool', tool_call_id: 't1', content: 'done' },
    ]
    const request = { messages: said, tools, tool_choice: 'auto', verbosity: 'low', max_tokens: 5 }
    expect((await post({ model: 'writer', ...request })).status).toBe(200)
    expect(asked).toMatchObject([{ model: 'writer', ...request }])
  })

  it('reads finish reason, reasoning, refusal, tool calls and logprobs', async () => {
    const withLogprobs = (text: string) =>
      createChunk({ content: text }).replace(
        '"finish_reason":null',
        `"finish_reason":null,"logprobs":{"content":[${JSON.stringify(likely(text))}]}`,
      )
    answer = writes(
      createChunk({ reasoning_content: 'Hm' }),
      createChunk({ reasoning: '…' }),
      withLogprobs('Ha'),
      withLogprobs('lf'),
      createChunk({ refusal: 'I can', function_call: { name: 'turn', arguments: '{' } }),
      createChunk({ refusal: 'not', function_call: { arguments: '}' } }),
      createChunk({}, 'length'),
      'data: [DONE]\n\n',
    )
    const expected = {
      finish_reason: 'length',
      message: {
        role: 'assistant',
        content: 'Half',
        reasoning_content: 'Hm…',
        refusal: 'I cannot',
        function_call: { name: 'turn', arguments: '{}' },
      },
      logprobs: { content: [likely('Ha'), likely('lf')] },
    }
    const client = clientWith(apiKey)
    const whole = await client.chat.completions.create({ model: 'writer', messages })
    expect(whole.choices[0]).toEqual({ index: 0, ...expected })
    const stream = client.chat.completions.stream({ model: 'writer', messages })
    const thoughts: unknown[] = []
    stream.on('chunk', ({ choices }) => {
      const [choice] = choices
      if (choice && 'reasoning_content' in choice.delta) {
        thoughts.push(choice.delta.reasoning_content)
      }
    })
    // OpenAI's helper rejects a truncated answer only if the request contains a response format.
    const { choices } = await stream.finalChatCompletion()
    expect(choices[0]).toMatchObject({
      finish_reason: 'length',
      message: { content: 'Half', refusal: 'I cannot' },
      logprobs: expected.logprobs,
    })
    expect(thoughts).toEqual(['Hm', '…'])
  })

  it.each(['/llm', '/llm/v1', '/llm/openai/v1'])('lists the models under %s', async (path) => {
    const ids: string[] = []
    for await (const model of clientWith(apiKey, path).models.list()) ids.push(model.id)
    expect(ids).toEqual(['openai/org/poet', 'openai/writer'])
  })

  it('finds a model by its full id and by its name without the provider', async () => {
    const { models } = clientWith(apiKey)
    const found = { id: 'openai/org/poet', object: 'model', owned_by: 'openai' }
    expect(await models.retrieve('openai/org/poet')).toMatchObject(found)
    expect(await models.retrieve('org/poet')).toMatchObject(found)
    await expect(models.retrieve('wirter')).rejects.toBeInstanceOf(NotFoundError)
    await expect(models.retrieve('wirter')).rejects.toMatchObject({
      code: 'model_not_found',
      param: 'model',
      message: expect.stringContaining('openai/writer'),
    })
  })

  it('throws its own error class for each of this server’s errors', async () => {
    const ask = (key: string, model: string) =>
      clientWith(key).chat.completions.create({ model, messages })
    await expect(ask('sa-wrong-key', 'writer')).rejects.toBeInstanceOf(AuthenticationError)
    await expect(ask(apiKey, 'wirter')).rejects.toBeInstanceOf(NotFoundError)
    const hot = clientWith(apiKey).chat.completions.create({
      model: 'writer',
      messages,
      temperature: 3,
    })
    await expect(hot).rejects.toBeInstanceOf(BadRequestError)
    await expect(hot).rejects.toMatchObject({
      param: 'temperature',
      type: 'invalid_request_error',
      message: expect.stringContaining('from 0 to 2'),
    })
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

  it('receives an error in the middle of an answer', async () => {
    answer = writes(
      createChunk({ content: 'Half' }),
      'data: {"error":{"message":"overloaded"}}\n\n',
    )
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

describe('stream of a chat answer', () => {
  it('contains one event per chunk, without event ids, and [DONE] at the end', async () => {
    answer = (_request, response) => {
      beginStream(response)
      const frames = createCompletion(['a', 'b', 'c'])
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
    // Without `include_usage` there is no separate usage chunk, because old clients cannot read it.
    expect(last[0]).toContain('"total_tokens":8')
    expect(last.slice(1)).toEqual(['data: [DONE]', ''])
  })

  it('contains an error event when the service disconnects', async () => {
    answer = writes(createChunk({ content: 'Half' }))
    const text = await (await post({ model: 'writer', messages, stream: true })).text()
    const [, frame = ''] = /event: error\ndata: (.*)\n\n$/.exec(text) ?? []
    expect(JSON.parse(frame)).toMatchObject({
      error: { type: 'server_error', code: 'provider_failed' },
      message: expect.stringContaining('cut off'),
    })
  })

  it.each([true, false])(
    'closes the request to the service when the client disconnects (stream: %s)',
    async (stream) => {
      answer = (_request, response) => {
        beginStream(response)
        response.write(createChunk({ content: 'Half' }))
      }
      const abort = new AbortController()
      const asking = fetch(`${origin}/llm/chat/completions`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ model: 'openai/writer', messages, stream }),
        signal: abort.signal,
      }).then((response) => response.text())
      await vi.waitFor(() => expect(upstream.openCount()).toBe(1))
      abort.abort()
      await expect(asking).rejects.toThrow('aborted')
      await vi.waitFor(() => expect(upstream.openCount()).toBe(0))
    },
  )
})

describe('a request to /llm', () => {
  const valid = { model: 'writer', messages }
  const saying = (message: object) => ({ ...valid, messages: [{ role: 'user', ...message }] })
  const filePicture = { type: 'image_url', image_url: { url: 'file:///etc/passwd' } }
  it.each([
    ['that is no JSON', '{', {}, 400, 'not valid JSON'],
    ['without messages', { model: 'writer' }, {}, 400, 'messages'],
    ['with an empty list of messages', { model: 'writer', messages: [] }, {}, 400, 'at least one'],
    ['without a model', { messages }, {}, 400, 'X-Model'],
    ['with two models', valid, { 'X-Model': 'poet' }, 400, 'Name one'],
    ['that is no object', '7', {}, 400, 'JSON object'],
    ['for several answers', { ...valid, n: 2 }, {}, 400, 'n: must be 1'],
    ['of another role', saying({ role: 'robot' }), {}, 400, 'messages[0].role: must be one of'],
    [
      'with a number to say',
      saying({ content: 7 }),
      {},
      400,
      'messages[0].content: must be a string',
    ],
    [
      'with a broken part',
      saying({ content: [{ type: 'text' }] }),
      {},
      400,
      '[0].text: is missing',
    ],
    ['with a file: picture', saying({ content: [filePicture] }), {}, 400, 'image_url.url: must be'],
    ['for minus one token', { ...valid, max_tokens: -1 }, {}, 400, 'max_tokens: must be a whole'],
    ['with stream in words', { ...valid, stream: 'yes' }, {}, 400, 'stream: must be true or false'],
    ['with one tool', { ...valid, tools: {} }, {}, 400, 'tools: must be a list of tools'],
    ['that is too large', 'x'.repeat(32 * 1024 * 1024 + 1), {}, 413, 'larger than'],
    ['with a wrong key', valid, { Authorization: 'Bearer sa-other' }, 401, 'is not valid'],
    ['without a key', valid, { Authorization: '' }, 401, 'missing'],
  ])('is rejected with a readable message: %s', async (_case, body, headers, status, words) => {
    const response = await post(body, headers)
    expect(response.status).toBe(status)
    const error = (await response.json()) as { error: { message: string }; message: string }
    expect(error.error.message).toContain(words)
    expect(error.message).toBe(error.error.message)
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-z]{20}$/)
  })

  it('may contain the model in a header, and its request id is returned', async () => {
    const headers = { 'X-Model': 'org/poet', 'X-Request-Id': 'mine-1' }
    const response = await post({ messages }, headers)
    expect(response.status).toBe(200)
    expect(response.headers.get('X-Request-Id')).toBe('mine-1')
    expect(asked).toMatchObject([{ model: 'org/poet' }])
    expect(await response.json()).toMatchObject({ model: 'org/poet' })
  })

  it('gets Retry-After after too many requests', async () => {
    answer = (_request, response) => response.writeHead(429, { 'Retry-After': '9' }).end('{}')
    const response = await post(valid)
    expect(response.status).toBe(429)
    expect(response.headers.get('Retry-After')).toBe('9')
  })

  it('is refused while the key has all its streams open, and accepted afterwards', async () => {
    answer = (_request, response) => {
      beginStream(response)
      response.write(createChunk({ content: 'Half' }))
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
    answer = writes(...createCompletion(['ok']))
    await vi.waitFor(async () => expect((await post(valid)).status).toBe(200))
  })

  it.each([
    ['GET', '/llm/chat/completions', 405, 'POST'],
    ['PUT', '/llm/v1/chat/completions', 405, 'POST'],
    ['POST', '/llm/v1/models', 405, 'GET'],
    ['DELETE', '/llm/v1/models/openai%2Fwriter', 405, 'GET'],
    ['POST', '/llm/v1/nothing', 404, null],
  ])('gets errors in OpenAI’s format: %s %s', async (method, path, status, allowed) => {
    const response = await fetch(origin + path, {
      method,
      headers: { Authorization: `Bearer ${apiKey}` },
    })
    expect(response.status).toBe(status)
    expect(response.headers.get('Allow')).toBe(allowed)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })
})

describe('a client that does not read', () => {
  it('makes the server stop reading from the service, and closes the connection to the service when the client disconnects', async () => {
    const frame = createChunk({ content: 'x'.repeat(16_000) })
    const enough = 256 * 1024 * 1024
    let sentBytes = 0
    answer = (_request, response) => {
      beginStream(response)
      const more = () => {
        let hasRoom = true
        while (hasRoom && !response.destroyed && sentBytes < enough) {
          sentBytes += frame.length
          hasRoom = response.write(frame)
        }
      }
      response.on('drain', more)
      more()
    }
    const slow = connect(Number(new URL(origin).port), '127.0.0.1')
    slow.pause()
    const body = JSON.stringify({ model: 'openai/writer', messages, stream: true })
    const head = `POST /llm/chat/completions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}`
    slow.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    let before = 0
    let stillFor = 0
    await vi.waitFor(() => {
      stillFor = sentBytes > 0 && sentBytes === before ? stillFor + 1 : 0
      before = sentBytes
      expect(stillFor).toBeGreaterThan(4)
    })
    // The socket buffers of both connections hold less than this number of bytes.
    expect(sentBytes).toBeLessThan(64 * 1024 * 1024)
    slow.destroy()
    await vi.waitFor(() => expect(upstream.openCount()).toBe(0))
  })
})
