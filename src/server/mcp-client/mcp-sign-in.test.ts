import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createChanges } from '../changes/changes.ts'
import { toolContext } from '../chat/tools/tool-context.fixture.ts'
import { mcpServers } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openVault } from '../vault/vault.ts'
import { protectedServer } from './authorization-server.fixture.ts'
import { commandsFolder, openServers } from './mcp-servers.fixture.ts'
import { openMcpService, type McpService } from './mcp-service.ts'

const { signal } = new AbortController()
const origin = 'https://studio.example'
let store: Store
let mcp: McpService
const servers = openServers()
const open = async () =>
  openMcpService({
    store,
    vault: await openVault(store, 'a master key of more than 32 characters'),
    changes: createChanges(),
    allowedHosts: ['127.0.0.1'],
    folder: commandsFolder,
    takesCommands: false,
  })
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  mcp = await open()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await mcp.close()
  await store.db.delete(mcpServers)
  await servers.close()
})

const add = async (one: ReturnType<typeof protectedServer>) =>
  mcp.create({ name: 'Far', address: await servers.serve(one.listener) }, signal)

async function visit(url: string) {
  const response = await fetch(url, { redirect: 'manual' })
  const back = new URL(response.headers.get('location') ?? '')
  const { code = '', state = '', iss } = Object.fromEntries(back.searchParams)
  return { back, answer: { code, state, iss } }
}
const signIn = async () => {
  const { answer } = await visit(await mcp.beginSignIn('far', origin))
  return mcp.finishSignIn(answer, signal)
}
const echo = async () => {
  const tool = mcp.tools().find(({ name }) => name === 'far__echo')
  const result = await tool?.run({ text: 'hello' }, toolContext())
  return typeof result === 'string' ? result : result?.text
}

it('McpService adds a server that requires a sign-in and uses it after the sign-in', async () => {
  expect(await add(protectedServer())).toMatchObject({ signIn: 'wanted', tools: [] })
  const url = await mcp.beginSignIn('far', origin)
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    redirect_uri: `${origin}/settings`,
    resource: mcp.list().servers[0]?.address,
  })
  const { back, answer } = await visit(url)
  expect(back.origin).toBe(origin)
  const signedIn = await mcp.finishSignIn(answer, signal)
  expect(signedIn).toMatchObject({ signIn: 'done', tools: [{ name: 'echo', isOn: false }] })
  expect(signedIn.secrets).toEqual([])
  await mcp.change('far', { tools: { echo: true } })
  expect(await echo()).toContain('You said hello.')
  await mcp.close()
  mcp = await open()
  expect(await echo()).toContain('You said hello.')
})

it('McpService accepts an authorization code once, and only for a sign-in that was started here', async () => {
  await add(protectedServer())
  const { answer } = await visit(await mcp.beginSignIn('far', origin))
  for (const state of ['', 'far.', 'far.guessed', 'other.x']) {
    await expect(mcp.finishSignIn({ ...answer, state }, signal)).rejects.toThrow('not started here')
  }
  await expect(
    mcp.finishSignIn({ ...answer, iss: 'https://evil.example' }, signal),
  ).rejects.toThrow('did not work')
  // The authorization code cannot be used again, even though the exchange failed.
  await expect(mcp.finishSignIn(answer, signal)).rejects.toThrow('not started here')
  expect(mcp.list().servers).toMatchObject([{ signIn: 'wanted' }])
})

it('McpService refreshes tokens automatically, and reports when a person has to sign in again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const one = protectedServer()
  await add(one)
  await signIn()
  await mcp.change('far', { tools: { echo: true } })
  one.expire('access')
  expect(await echo()).toContain('You said hello.')
  await mcp.close()
  mcp = await open()
  one.expire('access')
  expect(await echo()).toContain('You said hello.')
  one.expire('all')
  await expect(echo()).rejects.toThrow('sign in again')
  expect(mcp.list().servers).toMatchObject([{ signIn: 'wanted' }])
  await signIn()
  expect(await echo()).toContain('You said hello.')
  expect(one.registered()).toBe(1)
})

it('McpService stores tokens encrypted and never returns them', async () => {
  await add(protectedServer())
  const view = await signIn()
  const rows = JSON.stringify(await store.db.select().from(mcpServers))
  expect(rows).not.toContain('access_token')
  expect(JSON.stringify(view)).not.toContain('token')
})

it('McpService reports that an MCP server offers no sign-in', async () => {
  const closed = await servers.serve((_request, response) => void response.writeHead(401).end())
  await mcp.create({ name: 'Far', address: closed }, signal)
  await expect(mcp.beginSignIn('far', origin)).rejects.toThrow('Signing in to Far did not work')
})

it('McpService signs in with a manually registered client and never returns its secret', async () => {
  const one = protectedServer()
  const client = { id: 'client-by-hand', secret: 'a secret by hand' }
  const address = await servers.serve(one.listener)
  const made = await mcp.create({ name: 'Far', address, client }, signal)
  expect(made).toMatchObject({ clientId: 'client-by-hand', secrets: [] })
  const url = await mcp.beginSignIn('far', origin)
  expect(new URL(url).searchParams.get('client_id')).toBe('client-by-hand')
  expect(await signIn()).toMatchObject({ signIn: 'done' })
  expect(one.registered()).toBe(0)
  const rows = JSON.stringify(await store.db.select().from(mcpServers))
  expect(rows + JSON.stringify(mcp.list())).not.toContain('a secret by hand')
  expect(await mcp.change('far', { client: null })).not.toHaveProperty('clientId')
  await expect(mcp.refresh('far', signal)).resolves.toMatchObject({ signIn: 'wanted' })
})

it('McpService requests the scopes of the header WWW-Authenticate, and reads the metadata that the header names', async () => {
  const far = protectedServer({ scope: 'files:read', metadataPath: '/meta/data' })
  await add(far)
  const url = new URL(await mcp.beginSignIn('far', origin))
  expect(url.searchParams.get('scope')).toBe('files:read')
})

const clientFor = async (own: string) =>
  new URL(await mcp.beginSignIn('far', own)).searchParams.get('client_id')

it('McpService publishes this server’s client document only under a public HTTPS name', async () => {
  await add(protectedServer({ takesClientDocuments: true }))
  expect(await clientFor('https://studio.example')).toBe('https://studio.example/mcp-client.json')
  expect(await clientFor('http://127.0.0.1:5310')).toBe('client-1')
  expect(await clientFor('https://studio.local')).toBe('client-2')
})
