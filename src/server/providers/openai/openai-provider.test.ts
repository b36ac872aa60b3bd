import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HttpError } from '../../errors/http-error.ts'
import type { ChatDelta, ChatProvider } from '../../ports/chat-provider.ts'
import { createGatewayChatProvider } from '../gateway/chat.ts'
import { createOpenAiProvider } from './openai-provider.ts'
import {
  beginStream,
  createChunk,
  createCompletion,
  startUpstream,
  type Upstream,
} from './upstream.fixture.ts'

type Answer = Parameters<typeof startUpstream>[0]

const upstreams: Upstream[] = []
const apiKey = 'sk-secret-123456'
async function providerFor(
  answer: Answer,
  idleMs = 60_000,
  afterFinishMs = 60_000,
): Promise<ChatProvider> {
  const upstream = await startUpstream(answer)
  upstreams.push(upstream)
  return createOpenAiProvider({
    baseUrl: `${upstream.url}/v1/`,
    apiKey,
    timeouts: { idleMs, afterFinishMs },
  })
}
afterEach(async () => {
  for (const upstream of upstreams.splice(0)) await upstream.close()
})

const question = { model: 'writer', messages: [{ role: 'user', content: 'Hi' }] }
const never = new AbortController().signal

async function read(provider: ChatProvider, signal = never) {
  const deltas: ChatDelta[] = []
  try {
    await provider.streamChat(question, signal, (delta) => void deltas.push(delta))
  } catch (error) {
    return { deltas, text: joined(deltas), error: error as HttpError }
  }
  return { deltas, text: joined(deltas), error: undefined }
}
const joined = (deltas: ChatDelta[]) => deltas.map(({ text = '' }) => text).join('')

const readStream =
  (body: string, pieceBytes = 1_000_000): Answer =>
  (_request, response) => {
    beginStream(response)
    const bytes = Buffer.from(body)
    const writeFrom = (at: number) => {
      if (at >= bytes.length) response.end()
      else response.write(bytes.subarray(at, at + pieceBytes), () => writeFrom(at + pieceBytes))
    }
    writeFrom(0)
  }

describe('createOpenAiClient', () => {
  it.each([1, 3, 7, 100_000])(
    'reads the same answer when the stream arrives in chunks of %i bytes',
    async (size) => {
      const { text, deltas, error } = await read(
        await providerFor(readStream(createCompletion(['Grüß', ' dich 🧊', '.']).join(''), size)),
      )
      expect(error).toBeUndefined()
      expect(text).toBe('Grüß dich 🧊.')
      expect(deltas.find(({ finishReason }) => finishReason)?.finishReason).toBe('stop')
      expect(deltas.at(-1)?.usage).toMatchObject({ prompt_tokens: 5, completion_tokens: 3 })
    },
  )

  it('parses CRLF, comments, named events, reasoning and tool calls', async () => {
    const toolCalls = [{ index: 0, id: 't1', function: { name: 'f', arguments: '{}' } }]
    const body = [
      ': hello\n\n',
      `event: message\n${createChunk({ reasoning_content: 'Hm' })}`,
      createChunk({ reasoning: '…' }),
      createChunk({ content: [{ type: 'text', text: 'Yes' }] }),
      createChunk({ tool_calls: toolCalls }, 'tool_calls'),
      'data: [DONE]\n\n',
    ].join('')
    const { deltas } = await read(await providerFor(readStream(body.replaceAll('\n', '\r\n'), 5)))
    expect(deltas).toEqual([
      {},
      { reasoning: 'Hm' },
      { reasoning: '…' },
      { text: 'Yes' },
      { toolCalls, finishReason: 'tool_calls' },
    ])
  })

  it('sends the API key and unknown request fields, and requests the token usage', async () => {
    let seen: { authorization: string | undefined; body: unknown } | undefined
    const provider = await providerFor((request, response, body) => {
      seen = { authorization: request.headers.authorization, body: JSON.parse(body) }
      readStream(createCompletion(['ok']).join(''))(request, response, body)
    })
    await provider.streamChat({ ...question, temperature: 0.1 }, never, () => undefined)
    expect(seen).toEqual({
      authorization: `Bearer ${apiKey}`,
      body: {
        ...question,
        temperature: 0.1,
        stream: true,
        stream_options: { include_usage: true },
      },
    })
  })

  it('reads an answer that the service sends whole instead of streaming it', async () => {
    const { text, error } = await read(
      await providerFor((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.end(
          JSON.stringify({
            choices: [{ message: { content: 'All at once' }, finish_reason: 'stop' }],
          }),
        )
      }),
    )
    expect(error).toBeUndefined()
    expect(text).toBe('All at once')
  })

  it.each([
    ['ends without a word of being complete', createChunk({ content: 'half' })],
    [
      'ends in the middle of a record',
      createChunk({ content: 'half' }) + createChunk({ content: 'x' }).slice(0, 30),
    ],
  ])('reports a truncated answer when the stream %s', async (_case, body) => {
    const { text, error } = await read(await providerFor(readStream(body)))
    expect(text).toBe('half')
    expect(error).toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('cut off'),
    })
  })

  it('reports a truncated answer when the connection breaks', async () => {
    const { text, error } = await read(
      await providerFor((_request, response) => {
        beginStream(response)
        response.write(createChunk({ content: 'half' }), () => response.destroy())
      }),
    )
    expect(text).toBe('half')
    expect(error).toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('cut off'),
    })
  })

  it.each([
    [
      'in a record',
      'data: {"error":{"message":"overloaded","type":"server_error"}}\n\n',
      'provider_failed',
    ],
    [
      'in an error event',
      'event: error\ndata: {"error":{"message":"overloaded"}}\n\n',
      'provider_failed',
    ],
    ['as plain words', 'event: error\ndata: overloaded\n\n', 'provider_failed'],
    ['about a quota', 'data: {"error":{"message":"overloaded","code":429}}\n\n', 'rate_limited'],
  ])('reports an error that arrives %s within the stream', async (_case, body, code) => {
    const { text, error } = await read(
      await providerFor(readStream(createChunk({ content: 'half' }) + body)),
    )
    expect(text).toBe('half')
    expect(error).toMatchObject({ code, message: expect.stringContaining('“overloaded”') })
  })

  it.each([
    [
      401,
      '{"error":{"message":"Incorrect API key provided: sk-secret-123456."}}',
      'provider_refused',
      'BOZZETTO_OPENAI_KEY',
    ],
    [403, '{"error":"insufficient balance"}', 'provider_refused', 'insufficient balance'],
    [
      402,
      '{"status":{"code":402,"message":"Insufficient credits"}}',
      'provider_refused',
      'balance',
    ],
    [403, '{"error":"invalid_api_key"}', 'provider_refused', 'BOZZETTO_OPENAI_KEY'],
    [403, '{"detail":"Model not allowed for this user"}', 'provider_refused', 'no access'],
    [404, '{"detail":"App not found: x"}', 'unknown_model', 'App not found'],
    [413, '', 'provider_refused', 'too large'],
    [504, '', 'timed_out', 'waited too long'],
    [
      404,
      '{"error":{"message":"The model `x` does not exist"}}',
      'unknown_model',
      'does not have this model',
    ],
    [404, '<html>nginx</html>', 'provider_refused', 'BOZZETTO_OPENAI_URL'],
    [
      400,
      '{"error":{"message":"max_tokens is too large"}}',
      'provider_refused',
      'max_tokens is too large',
    ],
    [502, '<html><h1>Bad gateway</h1></html>', 'provider_failed', '(502)'],
    [302, '', 'provider_refused', 'another address'],
  ])(
    'explains the response status %i in a readable sentence',
    async (status, body, code, words) => {
      const { error } = await read(
        await providerFor((_request, response) => {
          response.writeHead(status, { 'X-Request-Id': 'up-1', Location: 'http://127.0.0.1:9/' })
          response.end(body)
        }),
      )
      expect(error).toMatchObject({ code, upstreamRequestId: 'up-1' })
      expect(error?.message).toContain(words)
      expect(error?.message).not.toMatch(/secret|<h/)
    },
  )

  it('returns the service’s Retry-After time', async () => {
    const { error } = await read(
      await providerFor((_request, response) => {
        response.writeHead(429, { 'Retry-After': '7' }).end('{}')
      }),
    )
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 7 })
  })

  it('throws if the service sends nothing for too long', async () => {
    const { text, error } = await read(
      await providerFor((_request, response) => {
        beginStream(response)
        response.write(createChunk({ content: 'half' }))
      }, 100),
    )
    expect(text).toBe('half')
    expect(error).toMatchObject({ code: 'timed_out' })
  })

  it('throws if the service sends only keep-alive records for too long', async () => {
    const upstream = await startUpstream((_request, response) => {
      beginStream(response)
      response.write(createChunk({ content: 'half' }))
      const timer = setInterval(() => response.write(': keepalive\n\n'), 10)
      response.on('close', () => clearInterval(timer))
    })
    upstreams.push(upstream)
    const timeouts = { idleMs: 60_000, wordlessMs: 1_000 }
    const { text, error } = await read(createOpenAiProvider({ baseUrl: upstream.url, timeouts }))
    expect(text).toBe('half')
    expect(error).toMatchObject({ code: 'timed_out' })
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['is broken off', (response) => response.socket?.destroy()],
    [
      'never ends',
      (response) => {
        const timer = setInterval(() => response.write(': keepalive\n\n'), 10)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('accepts a complete answer whose stream then %s', async (_case, then) => {
    const { text, error } = await read(
      await providerFor(
        (_request, response) => {
          beginStream(response)
          response.write(createChunk({ content: 'whole' }, 'stop'), () => then(response))
        },
        60_000,
        100,
      ),
    )
    expect(text).toBe('whole')
    expect(error).toBeUndefined()
  })

  it('reports that no server listens at the address', async () => {
    const { error } = await read(createOpenAiProvider({ baseUrl: 'http://127.0.0.1:9/v1' }))
    expect(error).toMatchObject({ code: 'provider_unreachable' })
    expect(error?.message).toContain('BOZZETTO_OPENAI_URL')
  })

  it('reports an unknown host name', async () => {
    const { error } = await read(
      createOpenAiProvider({ baseUrl: 'http://no-such-host.invalid/v1' }),
    )
    expect(error).toMatchObject({
      code: 'provider_unreachable',
      message: expect.stringContaining('host name does not exist'),
    })
  })

  it('reports a service that does not support TLS', async () => {
    const upstream = await startUpstream((_request, response) => response.end())
    upstreams.push(upstream)
    const baseUrl = upstream.url.replace('http:', 'https:')
    const { error } = await read(createOpenAiProvider({ baseUrl }))
    expect(error).toMatchObject({
      code: 'provider_unreachable',
      message: expect.stringContaining('http://'),
    })
  })

  it.each([
    ['a line', 'text/event-stream', 'data: '],
    ['a JSON answer', 'application/json', '{"choices":"'],
  ])('stops reading %s that never ends, and buffers at most 16 MB', async (_case, type, head) => {
    let sentBytes = 0
    const filling = 'x'.repeat(1024 * 1024)
    const { error } = await read(
      await providerFor((_request, response) => {
        response.writeHead(200, { 'Content-Type': type })
        response.write(head)
        const more = () => {
          while (!response.destroyed) {
            sentBytes += filling.length
            if (!response.write(filling)) return
          }
        }
        response.on('drain', more)
        more()
      }),
    )
    expect(error).toMatchObject({ code: 'provider_failed' })
    // The bound is higher than the limit of 16 MB, because the sockets of both sides buffer data
    // too.
    expect(sentBytes).toBeLessThan(64 * 1024 * 1024)
  })

  it('opens the circuit breaker after five requests without a response', async () => {
    const provider = createOpenAiProvider({ baseUrl: 'http://127.0.0.1:9/v1' })
    for (let time = 0; time < 5; time++) {
      expect((await read(provider)).error?.message).not.toContain('in a row')
    }
    const { error } = await read(provider)
    expect(error).toMatchObject({
      code: 'provider_unreachable',
      message: expect.stringMatching(/5 times in a row .* tried again in \d s/),
      retryAfterSeconds: expect.any(Number),
    })
  })

  it('closes the connection when the signal is aborted', async () => {
    const abort = new AbortController()
    const provider = await providerFor((_request, response) => {
      beginStream(response)
      response.write(createChunk({ content: 'half' }))
    })
    const reading = read(provider, abort.signal)
    await vi.waitFor(() => expect(upstreams[0]!.openCount()).toBe(1))
    abort.abort()
    expect((await reading).error?.name).toBe('AbortError')
    await vi.waitFor(() => expect(upstreams[0]!.openCount()).toBe(0))
  })
})

const createList = (...ids: string[]) =>
  JSON.stringify({ object: 'list', data: ids.map((id) => ({ id })) })

describe('createOpenAiClient, listModels', () => {
  it('requests the model list at most once per minute and omits models that cannot chat', async () => {
    const answer = vi.fn<Answer>((_request, response) => {
      response.end(createList('gpt-b', 'text-embedding-3-small', 'org/a:latest', 'whisper-1'))
    })
    const provider = await providerFor(answer)
    const models = await provider.listModels(never)
    expect(models.map(({ id }) => id)).toEqual(['openai/gpt-b', 'openai/org/a:latest'])
    await provider.listModels(never)
    expect(answer).toHaveBeenCalledOnce()
  })

  it('reports a wrong address if the response is a web page, and caches the failure', async () => {
    const answer = vi.fn<Answer>((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html></html>')
    })
    const provider = await providerFor(answer)
    await expect(provider.listModels(never)).rejects.toThrow('web page')
    await expect(provider.listModels(never)).rejects.toThrow('web page')
    expect(answer).toHaveBeenCalledOnce()
  })
})

describe('describeGateway', () => {
  it.each(['', '/', '/llm/'])(
    'finds the root URL of a gateway whose address ends in "%s"',
    async (tail) => {
      const paths: (string | undefined)[] = []
      const upstream = await startUpstream((request, response, body) => {
        paths.push(request.url)
        if (request.method === 'GET') response.end('{"data":[{"id":"m"}]}')
        else readStream(createCompletion(['ok']).join(''))(request, response, body)
      })
      upstreams.push(upstream)
      const provider = createGatewayChatProvider({ baseUrl: upstream.url + tail, apiKey })
      expect(await provider.listModels(never)).toMatchObject([
        { id: 'gateway/m', provider: 'gateway' },
      ])
      expect((await read(provider)).text).toBe('ok')
      expect(paths).toEqual(['/llm/v1/models', '/llm/chat/completions'])
    },
  )
})
