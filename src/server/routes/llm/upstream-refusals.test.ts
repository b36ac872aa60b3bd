import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChunk } from '../../providers/openai/upstream.fixture.ts'
import { openOneUpstream } from './one-upstream.fixture.ts'

let llm: Awaited<ReturnType<typeof openOneUpstream>>
beforeAll(async () => {
  llm = await openOneUpstream()
})
afterAll(() => llm.close())

const messages = [{ role: 'user', content: 'Hi' }]
const question = { model: 'openai/writer', max_tokens: 10, messages }

function refuse(status: number, body: unknown, headers: Record<string, string> = {}): void {
  llm.answerWith((_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
}

const overflow = {
  message: 'This model’s maximum context length is 8192 tokens.',
  type: 'invalid_request_error',
  param: 'messages',
  code: 'context_length_exceeded',
}

describe.each([false, true])('error of a service (stream: %s)', (stream) => {
  const ask = (path: string) => llm.post(path, { ...question, stream })

  it.each([
    [400, overflow, overflow],
    [
      400,
      { message: 'Odd', code: null, param: 'tools' },
      { code: null, param: 'tools', type: 'invalid_request_error' },
    ],
    [
      400,
      { message: 'prompt is too long: 9 tokens > 8 maximum', code: 400 },
      { code: 'context_length_exceeded' },
    ],
    [402, { message: 'Pay', code: 'insufficient_balance' }, { code: 'insufficient_balance' }],
    [404, { message: 'No model x', code: 'model_not_found' }, { code: 'model_not_found' }],
    [413, { message: 'Too large' }, { type: 'invalid_request_error' }],
    [422, { message: 'Odd', type: 'x', code: 'y' }, { type: 'x', code: 'y', param: null }],
    [500, { message: 'Broken' }, { type: 'server_error' }],
    [503, { message: 'Loading', type: 'unavailable_error' }, { type: 'unavailable_error' }],
    [529, { message: 'Busy', type: 'overloaded_error' }, { type: 'overloaded_error' }],
  ])('is returned with its status %i and the error %o', async (status, error, expected) => {
    refuse(status, { error })
    const response = await ask('/v1/chat/completions')
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { message: error.message, ...expected } })
  })

  it.each([401, 403])('becomes a 502 that forbids retries if the status is %i', async (status) => {
    refuse(status, {
      error: { message: 'Incorrect API key: sk-upstream', code: 'invalid_api_key' },
    })
    const response = await ask('/v1/chat/completions')
    expect(response.status).toBe(502)
    expect(response.headers.get('X-Should-Retry')).toBe('false')
    const text = await response.text()
    expect(text).toContain('"code":"upstream_access_refused"')
    expect(text).not.toContain('sk-upstream')
  })

  it.each([
    [404, '{"detail":"Not Found"}'],
    [405, '{"error":{"message":"Method","type":"x"}}'],
    [302, ''],
  ])(
    'becomes a 502 if the service responds with %i because of a wrong URL',
    async (status, body) => {
      refuse(status, body, { Location: 'http://127.0.0.1:1/' })
      expect((await ask('/v1/chat/completions')).status).toBe(502)
    },
  )

  it('is returned with Retry-After and code if the status is 429', async () => {
    refuse(429, { error: { message: 'Slow', code: 'rate_limit_exceeded' } }, { 'Retry-After': '7' })
    const response = await ask('/v1/chat/completions')
    expect(response.status).toBe(429)
    expect(response.headers.get('Retry-After')).toBe('7')
    expect(await response.json()).toMatchObject({
      error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
    })
  })

  it('is returned without keys and internal addresses', async () => {
    const message = 'Bearer sk-upstream at http://10.1.2.3:8000/v1, localhost:9 and vllm.internal'
    refuse(400, { error: { message, code: 'at 192.168.0.9', param: 'http://vllm/x' } })
    const text = await (await ask('/v1/chat/completions')).text()
    expect(text).not.toMatch(/sk-upstream|10\.1\.2\.3|localhost|vllm|192\.168/)
  })

  it('keeps public addresses and numbers that only look like addresses', async () => {
    const message = 'See https://example.com/docs of version 4.51.0.1234 or 8.8.8.8'
    refuse(400, { error: { message } })
    expect(await (await ask('/v1/chat/completions')).json()).toMatchObject({ error: { message } })
  })

  it.each([
    [
      400,
      overflow,
      { type: 'invalid_request_error', message: `prompt is too long: ${overflow.message}` },
    ],
    [429, { message: 'Slow' }, { type: 'rate_limit_error', message: 'Slow' }],
    [529, { message: 'Busy' }, { type: 'overloaded_error', message: 'Busy' }],
  ])(
    'is returned with status %i in Anthropic’s format at /messages',
    async (status, error, expected) => {
      refuse(status, { error })
      const response = await ask('/v1/messages')
      expect(response.status).toBe(status)
      expect(await response.json()).toEqual({ type: 'error', error: expected })
    },
  )
})

it('/llm returns the error of Gemini, which Gemini sends inside an array', async () => {
  refuse(400, [{ error: { code: 400, message: 'Odd picture', status: 'INVALID_ARGUMENT' } }])
  const response = await llm.post('/chat/completions', question)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { message: 'Odd picture', code: null } })
})

it('/llm returns the error of the original service, which OpenRouter quotes in metadata.raw', async () => {
  const raw = JSON.stringify({ error: { message: 'Too long', code: 'too_long', param: 'm' } })
  refuse(400, { error: { code: 400, message: 'Provider returned error', metadata: { raw } } })
  expect(await (await llm.post('/chat/completions', question)).json()).toMatchObject({
    error: { message: 'Too long', code: 'too_long', param: 'm' },
  })
})

it('/messages returns 404 in Anthropic’s format if the model is unknown', async () => {
  const response = await llm.post('/v1/messages', { ...question, model: 'nobody' })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    type: 'error',
    error: { type: 'not_found_error', message: expect.stringContaining('nobody') },
  })
})

it('/llm returns code and param of an error that a service sends in the middle of a stream', async () => {
  llm.say(
    createChunk({ content: 'Half' }),
    'data: {"error":{"message":"Too long","code":"context_length_exceeded","param":"messages"}}\n\n',
  )
  const text = await (await llm.post('/chat/completions', { ...question, stream: true })).text()
  const [, last = ''] = text.split('event: error\ndata: ')
  expect(JSON.parse(last)).toMatchObject({
    error: { code: 'context_length_exceeded', param: 'messages' },
  })
})
