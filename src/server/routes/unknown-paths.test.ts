import type { Server } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { listen } from '../http/listen.ts'
import { startServer, type RunningServer } from '../running-server.ts'
import { makeDataFolder } from '../store/data-folder.fixture.ts'

const apiKey = 'sa-a-key-for-this-test'
let folder: string
let running: RunningServer
let server: Server
let url: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-paths-'))
  await writeFile(path.join(folder, 'index.html'), '<html><head></head>The page</html>')
  await writeFile(path.join(folder, 'manifest.json'), '{"is":"a file"}')
  const data = path.join(folder, 'data')
  await makeDataFolder(data)
  const env = readEnv({ BOZZETTO_DATA: data, BOZZETTO_API_KEYS: apiKey })
  running = await startServer(env, { pageRoot: folder })
  const listening = await listen(running.fetch, { hostname: '127.0.0.1', port: 0 })
  server = listening.server
  url = `http://127.0.0.1:${listening.address.port}`
})
afterAll(async () => {
  server?.close().closeAllConnections()
  await running?.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (at: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + at, { method, headers })

describe('a program that requests an unknown path', () => {
  it.each<[string, Record<string, string>]>([
    ['/.well-known/oauth-protected-resource', {}],
    ['/.well-known/oauth-authorization-server/mcp', { accept: '*/*' }],
    ['/.well-known/openid-configuration.json', {}],
    ['/somewhere', { accept: 'application/json' }],
    ['/somewhere', { accept: 'text/event-stream' }],
    ['/chat', { 'content-type': 'application/json' }],
    ['/models', { authorization: `Bearer ${apiKey}` }],
    ['/models', { 'x-api-key': apiKey }],
  ])('gets a 404 in JSON: %s %j', async (at, headers) => {
    const response = await get(at, headers)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })

  it.each(['/v1/models', '/v1/chat/completions', '/openai/v1/responses', '/v1/models/gpt-4.1'])(
    'gets the right prefix in OpenAI’s error format at %s',
    async (at) => {
      for (const method of ['GET', 'POST']) {
        const response = await get(at, {}, method)
        expect(response.status).toBe(404)
        expect(await response.json()).toMatchObject({
          error: { code: 'not_found', message: expect.stringContaining(`/llm${at}`) },
        })
      }
    },
  )

  it('gets the right prefix in Anthropic’s error format at /v1/messages', async () => {
    expect(await (await get('/v1/messages', {}, 'POST')).json()).toMatchObject({
      type: 'error',
      error: { type: 'not_found_error', message: expect.stringContaining('/llm/v1/messages') },
    })
  })

  it.each(['POST', 'PUT', 'DELETE'])('gets a 404 in JSON for %s, too', async (method) => {
    const response = await get('/somewhere', {}, method)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })
})

it.each(['/', '/chat', '/somewhere'])(
  'the server returns the page to browsers at %s',
  async (at) => {
    const accept = 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8'
    for (const headers of [{ accept }, {}] as Record<string, string>[]) {
      const response = await get(at, headers)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('The page')
    }
  },
)

it('the server returns the files of the page without a session', async () => {
  const response = await get('/manifest.json', { accept: 'application/json' })
  expect(await response.json()).toEqual({ is: 'a file' })
})

it.each(['/mcp', '/llm/v1/models', '/model/v1/models/skill/search', '/api/v1/skill/models'])(
  'the server explains how to sign in at %s',
  async (at) => {
    const nobody = await get(at, {}, at === '/mcp' ? 'POST' : 'GET')
    expect(nobody.status).toBe(401)
    expect(nobody.headers.get('www-authenticate')).toBe('Bearer')
    const wrong = await get(at, { authorization: 'Bearer sa-wrong' })
    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer')
  },
)
