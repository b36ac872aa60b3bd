import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { readEnv } from '../env.ts'
import { listen } from '../http/listen.ts'
import { byHand, openServers } from '../mcp-client/mcp-servers.fixture.ts'
import { makeDataFolder } from '../store/data-folder.fixture.ts'
import { startServer, type RunningServer } from '../running-server.ts'
import { openObservability } from '../observability/open-observability.ts'

/** Secrets to store, which must not appear in any output. */
const canaries = {
  password: 'canary-password-81c6e2f0',
  upstreamKey: 'sk-canary-upstream-5d0f7a31c2b9',
  apiKey: 'sa-canary-client-77aa01e4d2f3',
  secret: 'canary-signing-secret-0f9e8d7c',
  connectionKey: 'sk-canary-connection-e41b90c7d6a5',
  connectionHeader: 'canary-header-2b7d60f1a94e',
  mcpHeader: 'canary-mcp-header-9c05ae7713fd',
}

let folder: string
let running: RunningServer
let httpServer: Server
let upstream: Server
const mcpServers = openServers()
let closeObservability: () => Promise<void>
let url: string
let cookie: string
let isStopped = false
const logged: string[] = []
const said: string[] = []

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const { authorization, 'x-door': door } = request.headers
  const quoted = `Incorrect API key provided: ${authorization} ${door?.toString() ?? ''}`
  response
    .writeHead(401, { 'content-type': 'application/json', 'x-request-id': quoted })
    .end(JSON.stringify({ error: { message: quoted, type: quoted, code: quoted } }))
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-whole-'))
  upstream = createServer((request, response) => {
    if (request.url?.endsWith('/models')) {
      response
        .setHeader('content-type', 'application/json')
        .end('{"object":"list","data":[{"id":"echo","object":"model"}]}')
      return
    }
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (!body.includes('Please wait')) refuse(request, response)
    })
  })
  await once(upstream.listen(0, '127.0.0.1'), 'listening')
  const env = readEnv({
    BOZZETTO_DATA: folder,
    BOZZETTO_PASSWORD: canaries.password,
    BOZZETTO_SECRET: canaries.secret,
    BOZZETTO_API_KEYS: canaries.apiKey,
    BOZZETTO_OPENAI_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`,
    BOZZETTO_OPENAI_KEY: canaries.upstreamKey,
    BOZZETTO_LOG: 'debug',
    BOZZETTO_FETCH_HOSTS: '127.0.0.1',
  })
  const output = { isTTY: false, write: (line: string) => logged.push(line) }
  await makeDataFolder(folder)
  closeObservability = openObservability(env, output as unknown as NodeJS.WriteStream)
  running = await startServer(env)
  const { server, address } = await listen(running.fetch, { hostname: '127.0.0.1', port: 0 })
  httpServer = server
  url = `http://127.0.0.1:${address.port}`
  const signedIn = await ask('/api/session', {
    method: 'POST',
    body: { password: canaries.password },
  })
  cookie = signedIn.cookie
})
afterAll(async () => {
  httpServer?.close().closeAllConnections()
  if (!isStopped) await running?.close()
  await closeObservability?.()
  upstream?.close().closeAllConnections()
  await mcpServers.close()
  await rm(folder, { recursive: true, force: true })
})

type Ask = { method?: string; body?: unknown; headers?: Record<string, string> }

async function ask(at: string, { method = 'GET', body, headers = {} }: Ask = {}) {
  const response = await fetch(url + at, {
    method,
    headers: { ...(cookie && { cookie }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(300_000),
  })
  const text = await response.text()
  const [setCookie = ''] = response.headers.getSetCookie()
  const plainHeaders = [...response.headers].filter(([name]) => name !== 'set-cookie')
  said.push(`${at} ${JSON.stringify(plainHeaders)} ${text}`)
  return {
    status: response.status,
    text,
    headers: response.headers,
    cookie: setCookie.split(';')[0] ?? '',
  }
}

const question = (text: string) => ({
  runId: newId(),
  answerId: newId(),
  modelId: 'openai/echo',
  question: { id: newId(), text },
})

describe('stored secret', () => {
  it('appears in no response, log, export, document or file, even if a service quotes it', async () => {
    expect(cookie).not.toBe('')
    const created = JSON.parse(
      (
        await ask('/api/keys', {
          method: 'POST',
          body: { name: 'Laptop', limits: { requestsPerMinute: 60, streams: 8 } },
        })
      ).text,
    ) as { secret: string }
    // Removes the response to the creation of the API key, which is the only response that may
    // contain the key.
    said.pop()
    const refused = await ask(`/api/conversations/${newId()}/runs`, {
      method: 'POST',
      body: question('Hello'),
    })
    expect(refused.text).toContain('Incorrect API key provided')
    const connected = await ask('/api/connections', {
      method: 'POST',
      body: {
        kind: 'openai-compatible',
        name: 'Mine',
        address: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`,
        secrets: { key: canaries.connectionKey },
        headers: { 'X-Door': `Token ${canaries.connectionHeader}` },
      },
    })
    expect(connected.status).toBe(201)
    const refusedThere = await ask(`/api/conversations/${newId()}/runs`, {
      method: 'POST',
      body: { ...question('Hello'), modelId: 'mine/echo' },
    })
    expect(refusedThere.text).toContain('Incorrect API key provided')
    await ask('/api/connections')
    const mcp = await ask('/api/mcp-servers', {
      method: 'POST',
      body: {
        name: 'Far',
        address: await mcpServers.serve(byHand({ 'tools/list': () => ({ tools: [] }) })),
        secrets: { 'X-Door': canaries.mcpHeader },
      },
    })
    expect(mcp.status).toBe(201)
    await ask('/api/mcp-servers')
    for (const at of ['/llm/chat/completions', '/llm/v1/embeddings']) {
      await ask(at, {
        method: 'POST',
        headers: { authorization: `Bearer ${canaries.apiKey}` },
        body: { model: 'openai/echo', input: 'x', messages: [{ role: 'user', content: 'Hello' }] },
      })
    }
    await ask('/llm/v1/models', { headers: { authorization: `Bearer ${created.secret}` } })
    await ask('/model/v1/generation/task/x?key=abcdefghijk', {
      headers: { 'x-api-key': canaries.apiKey },
    })
    for (const at of [
      '/api/session',
      '/api/sessions',
      '/api/keys',
      '/api/models',
      '/api/conversations',
      '/api/export',
      '/api/export?format=zip',
      '/api/library/archive',
      '/api/own-data',
      '/api/bills',
      '/api/tasks',
      '/api/assets',
      '/api/search?q=key',
      '/api/nothing',
      '/openapi.json',
      '/readyz',
      '/metrics',
    ]) {
      await ask(at)
    }
    const token = cookie.split('=')[1] ?? 'none'
    const secrets = [...Object.values(canaries), created.secret, token]
    const inside = [said.join('\n'), logged.join('')]
    for (const secret of secrets) {
      for (const text of inside) expect(text).not.toContain(secret)
    }
    // Checks that responses and log lines were recorded at all.
    expect(said.join()).toContain('openai/echo')
    const routes = logged.map((line) => (JSON.parse(line) as { route?: string }).route)
    expect(routes).toContain('/api/conversations/:id/runs')
    expect(routes).toContain('/llm/chat/completions')
    expect(said.join()).toContain('route="/api/keys"')

    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    let bytes = 0
    for (const file of files.filter((entry) => entry.isFile())) {
      const content = await readFile(path.join(file.parentPath, file.name))
      bytes += content.byteLength
      for (const secret of secrets) {
        expect(content.includes(secret) ? `${file.name} holds ${secret}` : '').toBe('')
      }
    }
    expect(bytes).toBeGreaterThan(1_000_000)
  })
})

describe('bad input', () => {
  it('cannot change a prototype with any JSON', async () => {
    const poison = '{"__proto__":{"isPolluted":1},"constructor":{"prototype":{"isPolluted":1}},'
    const id = newId()
    for (const [at, rest] of [
      [
        '/api/tasks',
        `"id":"${id}","modelId":"local/image-to-3d","params":{"__proto__":{"isPolluted":1},"face_limit":5000}}`,
      ],
      [`/api/conversations/${id}/runs`, '"question":{"__proto__":{"isPolluted":1}}}'],
      [
        '/api/assistants',
        `"name":"x","description":"","starters":[],"settings":{"__proto__":{"isPolluted":1}}}`,
      ],
      ['/api/import', '"conversations":[{"__proto__":{"isPolluted":1}}]}'],
      ['/api/model-files', '"__proto__":{"isPolluted":1}}'],
      [
        '/api/keys',
        '"name":"x","limits":{"__proto__":{"isPolluted":1},"requestsPerMinute":1,"streams":1}}',
      ],
    ] as const) {
      const { status } = await ask(at, { method: 'POST', body: poison + rest })
      expect(`${at} ${status < 500}`).toBe(`${at} true`)
    }
    expect(({} as Record<string, unknown>)['isPolluted']).toBeUndefined()
  })

  it('cannot reach a file by its name', async () => {
    for (const at of [
      '/../../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/assets/%2e%2e%5c%2e%2e%5cpackage.json',
      '/api/files/..%2f..%2fsecret/content',
      '/api/assets/%2e%2e%2f%2e%2e%2fsecret/model',
      '/model/v1/files/..%2f..%2fsecret?expires=9999999999&signature=x',
      '/api/files/%00/content',
      '/%ff%fe',
      '/%',
    ]) {
      const { status, text } = await ask(at)
      expect(`${at} ${status >= 400 && status < 500}`).toBe(`${at} true`)
      expect(text).not.toMatch(/root:|"dependencies"/)
    }
  })

  it('cannot add a header to a response by a name', async () => {
    const title = 'a"\r\nSet-Cookie: planted=1\r\n\r\n<script>\u202Egnp.exe\u0000'
    const made = await ask('/api/import', {
      method: 'POST',
      body: [
        {
          title,
          create_time: 1,
          mapping: {
            a: { id: 'a', parent: null, children: ['b'], message: null },
            b: {
              id: 'b',
              parent: 'a',
              children: [],
              message: {
                id: 'b',
                author: { role: 'user' },
                content: { content_type: 'text', parts: ['x'] },
              },
            },
          },
        },
      ],
    })
    expect(made.status).toBe(200)
    const { conversations } = JSON.parse((await ask('/api/conversations')).text) as {
      conversations: { id: string; title: string }[]
    }
    const [held] = conversations.filter((one) => one.title.startsWith('a"'))
    expect(held).toBeDefined()
    const { headers } = await ask(`/api/conversations/${held?.id}/export?format=markdown`)
    expect(headers.get('set-cookie')).toBeNull()
    const disposition = headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[^"]*"; filename\*=UTF-8''[\w.~!%-]+$/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

describe('person who signs out', () => {
  it('loses all open streams', async () => {
    const { cookie: other } = await ask('/api/session', {
      method: 'POST',
      body: { password: canaries.password },
      headers: { cookie: '' },
    })
    const open = await fetch(`${url}/api/conversations/${newId()}/runs`, {
      method: 'POST',
      headers: { cookie: other },
      body: JSON.stringify(question('Please wait.')),
    })
    const own = await fetch(`${url}/api/conversations/${newId()}/runs`, {
      method: 'POST',
      headers: { cookie },
      body: JSON.stringify(question('Please wait.')),
    })
    expect((await ask('/api/sessions', { method: 'DELETE' })).status).toBe(204)
    await expect(open.text()).rejects.toThrow('terminated')
    const reader = own.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
  })
})

describe('server that is stopping', () => {
  it('notifies streams and does not wait for the end of answers', async () => {
    const open = await fetch(`${url}/api/conversations/${newId()}/runs`, {
      method: 'POST',
      headers: { cookie },
      body: JSON.stringify(question('Please wait.')),
    })
    expect(open.headers.get('content-type')).toContain('text/event-stream')
    isStopped = true
    httpServer.close()
    const [, told] = await Promise.all([running.close(), open.text()])
    expect(told).toContain('interrupted')
  })
})
