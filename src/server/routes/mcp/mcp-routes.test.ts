import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultKeyLimits } from '#contract/access/keys.ts'
import { createStudioTools } from '../../chat/tools/studio/studio-tools.ts'
import { fakeProvider, noStats, png, tinyGlb } from '../../generation/tasks.fixture.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import { fixedProviders } from '../../ports/providers.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import {
  testApiKey,
  openModelServer,
  origin,
  type ModelServer,
} from '../model/model-routes.fixture.ts'

const fetchFromWeb = async () => ({ bytes: await png('#123456'), name: 'far.png' })

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

let server: ModelServer
let made: number
let listening: Server
let address: URL
const clients: Client[] = []

beforeEach(async () => {
  made = 0
  const provider = fakeProvider({
    produce: () => {
      made++
      return Promise.resolve({
        bytes: tinyGlb(),
        mimeType: 'model/gltf-binary',
        fileName: 'model.glb',
      })
    },
  })
  const catalogue = createCatalogue({ providers: fixedProviders({ generation: [provider] }) })
  server = await openModelServer(store, {
    provider,
    inspect: async () => ({ stats: noStats, issues: [], thumbnail: await png() }),
    services: (world) => ({
      fetchFromWeb,
      studioTools: createStudioTools({
        ...world,
        catalogue,
        bills: { price: () => Promise.resolve(undefined) },
        fetchPicture: fetchFromWeb,
        workshop: { work: () => Promise.reject(new Error('Not here.')) },
        changeAsset: ({ asset }) => Promise.resolve({ asset, sentences: ['Now 80 mm high.'] }),
        cutouts: { maskOf: () => Promise.reject(new Error('Not here.')) },
        inspect: async () => ({
          type: 'inspected',
          stats: noStats,
          issues: { errors: 0, warnings: 0, messages: [] },
          views: await png(),
        }),
      }),
    }),
  })
  // The test sets the `Host` header that the server expects, because the connection uses a loopback
  // address.
  const listener = getRequestListener(async (request) => {
    const body = request.method === 'POST' ? await request.text() : undefined
    const headers = Object.fromEntries(request.headers)
    return server.fetch('/mcp', {
      method: request.method,
      ...(body !== undefined && { body }),
      headers: { ...headers, host: new URL(origin).host },
    })
  })
  listening = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  address = new URL(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  listening.close()
  listening.closeAllConnections()
  await server.close()
})

const eras = ['legacy', 'modern'] as const
async function connect(era: (typeof eras)[number], key = testApiKey): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : {},
  )
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
  clients.push(client)
  return client
}

const call = (client: Client, name: string, given: Record<string, unknown> = {}) =>
  client.callTool({ name: `bozzetto_${name}`, arguments: given })

const getTypes = ({ content }: { content: { type: string }[] }) => content.map(({ type }) => type)

describe.each(eras)('/mcp with the SDK’s client of the %s protocol', (era) => {
  it('lists at most eight tools, and marks each as read-only or not', async () => {
    const { tools } = await (await connect(era)).listTools()
    expect(tools.length).toBeLessThanOrEqual(8)
    for (const { name, annotations, outputSchema } of tools) {
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(name).toMatch(/^bozzetto_[a-z0-9_]{1,40}$/)
      expect(annotations?.readOnlyHint).toBe(!/make|cancel|change/.test(name))
    }
  })

  it('creates one model per request_id, waits for it, and returns the URL of its file', async () => {
    const client = await connect(era)
    const order = { picture_url: 'https://example.com/bear.png', request_id: `bear-${era}` }
    const model = 'fake/model'
    const [first, again] = [
      await call(client, 'make_3d_model', { ...order, model }),
      await call(client, 'make_3d_model', { ...order, model }),
    ]
    const { task_id: id } = first.structuredContent as { task_id: string }
    expect(again.structuredContent).toMatchObject({ task_id: id })
    const done = await call(client, 'wait', { task_id: id, seconds: 20 })
    expect(done.structuredContent).toMatchObject({ status: 'completed' })
    expect(made).toBe(1)
    const link = done.content.find(({ type }) => type === 'resource_link')
    const file = await server.fetch(String(link && 'uri' in link && link.uri))
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(tinyGlb()))

    const { model: figures } = done.structuredContent as { model: { id: string; page_url: string } }
    const { contents } = await client.readResource({ uri: `bozzetto://models/${figures.id}` })
    expect(contents).toMatchObject([{ blob: Buffer.from(tinyGlb()).toString('base64') }])
    await expect(client.readResource({ uri: 'bozzetto://models/etc' })).rejects.toThrow(
      /not found/i,
    )
    expect(figures.page_url).toBe(`${origin}/asset/${figures.id}`)
    const looked = await call(client, 'look_at_model', { id: figures.id })
    expect(getTypes(looked)).toContain('image')
    const steps = [{ kind: 'height', heightMm: 80 }]
    const changed = await call(client, 'change_model', { id: figures.id, steps })
    for (const shown of [done, changed]) {
      expect(getTypes(shown)).toEqual(['text', 'image', 'resource_link'])
    }
    expect(changed.structuredContent).toMatchObject({ id: figures.id })
  })

  it('provides an embeddable page that shows the model and connects only to this server', async () => {
    const client = await connect(era)
    const { tools } = await client.listTools()
    const uri = 'ui://bozzetto/model.html'
    const shown = tools.filter(({ _meta }) => _meta?.['ui/resourceUri'] === uri)
    expect(shown.map(({ name }) => name)).toEqual(['bozzetto_wait', 'bozzetto_change_model'])
    const { resources } = await client.listResources()
    expect(resources).toMatchObject([{ uri, mimeType: 'text/html;profile=mcp-app' }])
    const [page] = (await client.readResource({ uri })).contents
    expect(page).toMatchObject({
      mimeType: 'text/html;profile=mcp-app',
      _meta: { ui: { csp: { connectDomains: [origin], resourceDomains: [], frameDomains: [] } } },
    })
    const html = String(page && 'text' in page && page.text)
    expect(html).not.toMatch(/(?:src|href)=|https?:|@import|url\(/)
    expect(html.length).toBeLessThan(40_000)
  })

  it('accepts a picture as base64 and describes errors in text', async () => {
    const client = await connect(era)
    const picture = Buffer.from(await png('#00ff00')).toString('base64')
    const model = 'fake/model'
    expect(
      (await call(client, 'make_3d_model', { picture_base64: picture, model })).isError,
    ).not.toBe(true)
    for (const wrong of [
      { model },
      { picture_url: 'file:///etc/passwd', model },
      { picture_base64: picture, model, params: { face_limit: 1 } },
      { picture_base64: 'AAAA', model },
      { picture_url: 'https://example.com/a.png', model: 'fake/nothing' },
    ]) {
      const answer = await call(client, 'make_3d_model', wrong)
      expect(answer).toMatchObject({ isError: true, content: [{ type: 'text' }] })
    }
    const missing = await call(client, 'wait', { task_id: '0'.repeat(20) })
    expect(missing).toMatchObject({ isError: true })
  })
})

const post = (body: unknown, headers: Record<string, string> = {}) =>
  server.fetch('/mcp', {
    method: 'POST',
    body,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
  })

const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' })
const batch = (length: number) => JSON.stringify(Array.from({ length }, (_, id) => list(id)))

describe('/mcp', () => {
  it('rejects requests without a key, with a key that may not create models, and from other origins', async () => {
    const ask = (headers: Record<string, string>) =>
      server.fetch('/mcp', {
        method: 'POST',
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        headers: { accept: 'application/json, text/event-stream', ...headers },
      })
    expect((await ask({ authorization: 'Bearer wrong-wrong-wrong' })).status).toBe(401)
    expect((await ask({ origin: 'https://evil.example' })).status).toBe(403)
    const { secret } = await server.keys.create({
      name: 'chat',
      scopes: ['chat'],
      limits: defaultKeyLimits,
    })
    expect((await ask({ authorization: `Bearer ${secret}` })).status).toBe(403)
  })

  it('limits the number of messages in one request', async () => {
    expect(await (await post(batch(10))).text()).toContain('"id":9')
    const refused = await post(batch(11))
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('at most 10 messages')
  })

  it('does not hold connections open for change notifications', async () => {
    const meta = 'io.modelcontextprotocol'
    const version = '2026-07-28'
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: {
        notifications: { toolsListChanged: true },
        _meta: {
          [`${meta}/protocolVersion`]: version,
          [`${meta}/clientInfo`]: { name: 'test', version: '1' },
          [`${meta}/clientCapabilities`]: {},
        },
      },
    }
    const headers = { 'mcp-protocol-version': version, 'mcp-method': body.method }
    // The server ends the response immediately, so reading the body finishes.
    expect(await (await post(body, headers)).text()).toContain('limit')
  })

  it.each([
    ['deep JSON', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['half of it', '{"jsonrpc":"2.0","id":1,"method":'],
    ['a list of zeros', `[${'0,'.repeat(1_000_000)}0]`],
    ['nothing', ''],
  ])('rejects %s with a readable message', async (_what, body) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toMatch(/The body/)
  })
})
