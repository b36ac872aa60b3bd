import { serve, type ServerType } from '@hono/node-server'
import type { Hono } from 'hono'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultKeyLimits, keyScopes } from '#contract/access/keys.ts'
import { createKeyCheck } from '../../access/keys/api-keys.ts'
import { cutStreams } from '../../http/open-streams.ts'
import { startUpstream, type Upstream } from '../../providers/openai/upstream.fixture.ts'
import { createTestConnections, createLlmApp } from './llm-app.fixture.ts'

const apiKey = 'sa-ours-and-not-theirs'
const upstreamKey = 'sk-theirs'
const issued = {
  secret: 'sa-issued-to-a-client',
  key: {
    id: 'key-of-a-client',
    name: 'A client',
    prefix: 'sa-issued',
    limits: defaultKeyLimits,
    scopes: [...keyScopes],
    spentUsd: 0,
    createdAt: '2026-01-02T03:04:05.000Z',
  },
}
type Request = {
  method?: string | undefined
  url?: string | undefined
  headers: object
  body: string
}

let upstream: Upstream
let answer: Parameters<typeof startUpstream>[0]
let asked: Request[] = []
let server: ServerType
let origin: string

/**
 * Opens three servers. `gateway.localhost` has a gateway, `openai.localhost` has another service,
 * and `nobody.localhost` has no connection.
 */
beforeAll(async () => {
  upstream = await startUpstream((request, response, body) => {
    asked.push({ method: request.method, url: request.url, headers: request.headers, body })
    answer(request, response, body)
  })
  const keyCheck = createKeyCheck([apiKey], {
    limits: { requestsPerMinute: 1_000, streams: 2 },
    issued: {
      recognise: (secret) =>
        Promise.resolve(secret === issued.secret ? { ...issued.key, ownerId: 'owner' } : undefined),
      reserve: (keyId) => Promise.resolve({ id: 'a hold', keyId, modelId: undefined }),
      settle: () => Promise.resolve(),
      add: () => Promise.resolve(),
    },
  })
  const routesWith = (variables: Record<string, string>) =>
    createLlmApp({ ...createTestConnections(variables), keyCheck })
  const apps: Record<string, Hono> = {
    'gateway.localhost': routesWith({
      BOZZETTO_GATEWAY_URL: upstream.url,
      BOZZETTO_GATEWAY_KEY: upstreamKey,
      BOZZETTO_OPENAI_URL: 'http://127.0.0.1:1/v1',
    }),
    'openai.localhost': routesWith({ BOZZETTO_OPENAI_URL: `${upstream.url}/v1` }),
    'nobody.localhost': routesWith({}),
  }
  const fetchFrom = (request: globalThis.Request) => {
    const name = request.headers.get('x-test-server') ?? 'gateway.localhost'
    return apps[name]!.fetch(request)
  }
  await new Promise<void>((resolve) => {
    server = serve({ fetch: fetchFrom, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
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
  answer = (_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end('{"ok":true}')
  }
})

const modelAt = (name: string) => `${name.replace('.localhost', '')}/m`

const send = (
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  name = 'gateway.localhost',
) =>
  fetch(`${origin}/llm${path}`, {
    method: 'POST',
    body: init.method === 'GET' ? null : `{"model":"${modelAt(name)}","input":"Hi"}`,
    ...init,
    headers: { Authorization: `Bearer ${apiKey}`, 'X-Test-Server': name, ...init.headers },
  })

describe('forwarded request', () => {
  it.each([
    '/v1/responses',
    '/responses',
    '/openai/v1/responses?stream=true',
    '/v1/embeddings',
    '/rerank',
  ])('goes to the gateway with the service’s model name: %s', async (path) => {
    const response = await send(path, {
      headers: { 'X-Model': 'gateway/m', 'Content-Type': 'a/b' },
    })
    expect(await response.json()).toEqual({ ok: true })
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: `/llm${path}`,
        body: '{"model":"m","input":"Hi"}',
        headers: { 'x-model': 'm', 'content-type': 'a/b' },
      },
    ])
  })

  it('is not copied if its body is large', async () => {
    const body = JSON.stringify({ model: 'gateway/m', input: 'x'.repeat(3e6) })
    const from = vi.spyOn(Buffer, 'from')
    try {
      expect((await send('/v1/embeddings', { body })).status).toBe(200)
      const copied = from.mock.calls.filter(
        ([source]: unknown[]) => ArrayBuffer.isView(source) && source.byteLength > 1e6,
      )
      expect(copied).toHaveLength(0)
    } finally {
      from.mockRestore()
    }
    expect(asked[0]?.body === body.replace('gateway/', '')).toBe(true)
  })

  it('contains the server’s API key and never the client’s', async () => {
    await send('/v1/responses', {
      headers: {
        Authorization: `Key ${apiKey}`,
        Cookie: 'session=1',
        'anthropic-version': '2023-06-01',
        'X-Forwarded-For': '10.0.0.1',
        'X-Request-Id': 'mine-1',
      },
    })
    const [{ headers } = { headers: {} }] = asked
    expect(headers).toMatchObject({
      authorization: `Bearer ${upstreamKey}`,
      'anthropic-version': '2023-06-01',
      'x-request-id': 'mine-1',
    })
    expect(JSON.stringify(headers)).not.toContain(apiKey)
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('x-forwarded-for')
  })

  it('contains no API key if the service needs none', async () => {
    await send('/v1/embeddings', {}, 'openai.localhost')
    expect(asked[0]).toMatchObject({ url: '/v1/embeddings' })
    expect(asked[0]?.headers).not.toHaveProperty('authorization')
  })

  it('may come from OpenAI’s client', async () => {
    answer = (_request, response) => {
      response.setHeader('Content-Type', 'application/json')
      const data = [{ object: 'embedding', index: 0, embedding: [0.5, -1] }]
      response.end(JSON.stringify({ object: 'list', data, model: 'e', usage: {} }))
    }
    const client = new OpenAI({ baseURL: `${origin}/llm/v1`, apiKey, maxRetries: 0 })
    const { data } = await client.embeddings.create({
      model: 'gateway/e',
      input: 'Hi',
      encoding_format: 'float',
    })
    expect(data[0]?.embedding).toEqual([0.5, -1])
  })

  it('gets the status and message of a service’s refusal, and only few of its headers', async () => {
    answer = (_request, response) => {
      response.writeHead(422, {
        'Content-Type': 'application/json',
        'Set-Cookie': 'a=b',
        'Retry-After': '3',
        Server: 'theirs',
      })
      response.end('{"error":{"message":"too odd"}}')
    }
    const response = await send('/v1/embeddings')
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({
      error: { message: 'too odd', type: 'invalid_request_error', param: null, code: null },
      message: 'too odd',
    })
    expect(response.headers.get('Retry-After')).toBe('3')
    expect(response.headers.has('Set-Cookie')).toBe(false)
    expect(response.headers.has('Server')).toBe(false)
  })

  it.each([
    [401, 'upstream_access_refused', 'does not accept the key'],
    [403, 'upstream_access_refused', 'does not allow this'],
    [302, 'provider_refused', 'another address'],
  ])('gets a 502 if the service responds with %i', async (status, code, words) => {
    answer = (_request, response) => {
      response.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end('{}')
    }
    const response = await send('/v1/embeddings')
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({
      error: { code, message: expect.stringContaining(words) },
    })
    expect(response.headers.get('X-Should-Retry')).toBe('false')
  })

  it('gets a service’s refusal without keys and internal addresses', async () => {
    answer = (_request, response) => {
      response.writeHead(400, { 'Content-Type': 'application/json' })
      const message = `Bearer ${upstreamKey}: http://10.1.2.3:8000/v1 and vllm.internal said no`
      response.end(JSON.stringify({ error: { message, code: 'odd', raw: [upstreamKey] } }))
    }
    const response = await send('/v1/embeddings')
    expect(response.status).toBe(400)
    const text = await response.text()
    expect(text).toContain('odd')
    expect(text).not.toMatch(/sk-theirs|10\.1\.2\.3|vllm\.internal/)
  })

  it('gets an error in the path’s format if the service refuses with HTML', async () => {
    answer = (_request, response) => response.writeHead(400).end('<html>nginx</html>')
    const response = await send('/v1/messages')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error' },
    })
  })

  it('streams the answer, and closes the service’s connection when the client disconnects', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write('event: response.created\ndata: {}\n\n')
    }
    const abort = new AbortController()
    const response = await send('/v1/responses', { signal: abort.signal })
    expect(response.headers.get('Content-Type')).toBe('text/event-stream')
    const reader = response.body!.getReader()
    const { value } = await reader.read()
    expect(new TextDecoder().decode(value)).toBe('event: response.created\ndata: {}\n\n')
    expect(upstream.openCount()).toBe(1)
    abort.abort()
    await vi.waitFor(() => expect(upstream.openCount()).toBe(0))
  })

  describe('forwarded request whose key is revoked', () => {
    const asIssued = { headers: { Authorization: `Bearer ${issued.secret}` } }

    it('ends its stream, while streams of other keys continue', async () => {
      answer = (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        response.write('data: {}\n\n')
      }
      const reader = (await send('/v1/responses', asIssued)).body!.getReader()
      await reader.read()
      cutStreams('someone else')
      expect(upstream.openCount()).toBe(1)
      cutStreams(issued.key.id)
      await expect(reader.read()).rejects.toThrow('terminated')
      await vi.waitFor(() => expect(upstream.openCount()).toBe(0))
    })

    it('gets a 401 if the key is revoked before the first byte', async () => {
      let isAsked = false
      answer = () => {
        isAsked = true
      }
      const asking = send('/v1/responses', asIssued)
      await vi.waitFor(() => expect(isAsked).toBe(true))
      cutStreams(issued.key.id)
      expect((await asking).status).toBe(401)
      await vi.waitFor(() => expect(upstream.openCount()).toBe(0))
    })
  })

  it('forwarded request counts as an open stream of its key until the answer ends', async () => {
    const hold: (() => void)[] = []
    answer = (_request, response) => hold.push(() => response.end('{}'))
    const both = [send('/rerank'), send('/rerank')]
    await vi.waitFor(() => expect(hold).toHaveLength(2))
    expect((await send('/rerank')).status).toBe(429)
    for (const release of hold) release()
    for (const response of await Promise.all(both)) await response.text()
    answer = (_request, response) => response.end('{}')
    await vi.waitFor(async () => expect((await send('/rerank')).status).toBe(200))
  })

  it.each(['/v1/..%2f..%2fmonitor', '/v1/%2e%2e/x%00', '/v1/a/b/c/d/e/f/g', '/v1/.hidden'])(
    'the server returns a 404 and forwards nothing for the path %s',
    async (path) => {
      expect((await send(path)).status).toBe(404)
      expect(asked).toEqual([])
    },
  )

  it('the server returns an error for any method other than POST', async () => {
    const response = await send('/v1/responses', { method: 'PATCH' })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('POST')
    expect((await send('/v1/responses/r1', { method: 'DELETE' })).status).toBe(404)
    expect(asked).toEqual([])
  })

  it('forwarded request requires a key', async () => {
    expect((await send('/rerank', { headers: { Authorization: '' } })).status).toBe(401)
    expect(asked).toEqual([])
  })
})

describe('server without a connection', () => {
  it('returns model_not_found in OpenAI’s format if there is no connection', async () => {
    const response = await send('/v1/embeddings', {}, 'nobody.localhost')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'model_not_found', param: 'model' },
    })
  })

  it.each(['/v1/messages', '/anthropic/v1/messages'])(
    'returns not_found in Anthropic’s format at %s if there is no connection',
    async (path) => {
      const response = await send(path, {}, 'nobody.localhost')
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({
        type: 'error',
        error: { type: 'not_found_error' },
      })
    },
  )
})
