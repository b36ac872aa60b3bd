import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { Provider } from 'oidc-provider'
import { addEcho } from './mcp-servers.fixture.ts'

/** Starts an MCP server that accepts tokens of a separate authorization server on another port. */
export async function openProtected() {
  const servers: Server[] = []
  const listen = async (listener: Parameters<typeof createServer>[1]): Promise<string> => {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
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
  const close = () => {
    for (const server of servers) server.close().closeAllConnections()
  }
  return { address: `${resource}/mcp`, issuer, tokens, close }
}
