import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { Provider } from 'oidc-provider'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createChanges } from '../changes/changes.ts'
import { toolContext } from '../chat/tools/tool-context.fixture.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { signInAsBrowser } from '../testing/sign-in-as-browser.fixture.ts'
import { openVault } from '../vault/vault.ts'
import { addEcho } from './mcp-servers.fixture.ts'
import { openMcpService } from './mcp-service.ts'

vi.setConfig({ testTimeout: 30_000 })

const { signal } = new AbortController()
const origin = 'https://studio.example'
let store: Store
const servers: Server[] = []
beforeAll(async () => {
  store = await openTestStore()
}, 120_000)
afterAll(() => store.close())
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
  vi.restoreAllMocks()
})

/** An MCP server whose tokens come from an authorization server that nobody here wrote, on another port. */
async function openProtected() {
  let listener: ReturnType<Provider['callback']> | undefined
  const issuer = await listen((request, response) => listener?.(request, response))
  const mcp = createMcpHandler(() => {
    const server = new McpServer({ name: 'protected', version: '1.0.0' })
    addEcho(server)
    return server
  })
  const tokens: string[] = []
  const answer = getRequestListener(async (request) => {
    const { pathname, origin: own } = new URL(request.url)
    const address = `${own}/mcp`
    if (pathname === '/.well-known/oauth-protected-resource/mcp') {
      return Response.json({
        resource: address,
        authorization_servers: [issuer],
        scopes_supported: ['tools'],
      })
    }
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
    const found = await provider.AccessToken.find(token)
    // Only tokens that were given for this very server are good here.
    if (found?.aud === address && found.scope === 'tools') {
      tokens.push(token)
      return mcp.fetch(request)
    }
    const metadata = `${own}/.well-known/oauth-protected-resource/mcp`
    return new Response(null, {
      status: 401,
      headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}", scope="tools"` },
    })
  })
  const resource = await listen((request, response) => void answer(request, response))
  const provider = new Provider(issuer, {
    cookies: { keys: ['a key for tests'] },
    scopes: ['tools'],
    clientDefaults: { token_endpoint_auth_method: 'none' },
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_: unknown, audience: string) => ({
          scope: 'tools',
          audience,
          accessTokenFormat: 'opaque',
        }),
        useGrantedResource: () => true,
      },
    },
    issueRefreshToken: () => true,
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
  })
  listener = provider.callback()
  return { address: `${resource}/mcp`, issuer, tokens }
}

async function listen(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('signs in at an authorization server that nobody here wrote, which registers it and asks for PKCE', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const { address, issuer, tokens } = await openProtected()
  const mcp = await openMcpService({
    store,
    vault: await openVault(store, 'a master key of more than 32 characters'),
    changes: createChanges(),
    allowedHosts: ['127.0.0.1'],
    takesCommands: false,
  })
  expect(await mcp.create({ name: 'Far', address }, signal)).toMatchObject({ signIn: 'wanted' })
  const { back, asked } = await signInAsBrowser({
    address: await mcp.beginSignIn('far', origin),
    issuer,
    login: 'anna',
  })
  expect(asked).toEqual(['login', 'consent'])
  expect(back.origin + back.pathname).toBe(`${origin}/settings`)
  const { code = '', state = '', iss } = Object.fromEntries(back.searchParams)
  expect(iss).toBe(issuer)
  await expect(mcp.finishSignIn({ code, state: `${state}x`, iss }, signal)).rejects.toThrow(
    'not begun here',
  )
  const signedIn = await mcp.finishSignIn({ code, state, iss }, signal)
  expect(signedIn).toMatchObject({ signIn: 'done', tools: [{ name: 'echo' }] })

  await mcp.change('far', { tools: { echo: true } })
  const [tool] = mcp.tools()
  const said = await tool?.run({ text: 'hello' }, toolContext())
  expect(typeof said === 'string' ? said : said?.text).toContain('You said hello.')
  expect(tokens.length).toBeGreaterThan(0)
  expect(JSON.stringify(mcp.list())).not.toContain(tokens[0])
  await mcp.close()
})
