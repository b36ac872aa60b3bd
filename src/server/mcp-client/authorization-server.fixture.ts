import { createHash, randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import { addEcho } from './mcp-servers.fixture.ts'

type Granted = { challenge: string; redirectUri: string; clientId: string; resource: string }

const getOrigin = (url: string) => new URL(url).origin

type ProtectedOptions = {
  scope?: string
  metadataPath?: string
  /** True if clients may be identified by a metadata document (CIMD). */
  takesClientDocuments?: boolean
}

/**
 * Creates an MCP server with one tool and its authorization server on one port. Implements OAuth
 * 2.1 with PKCE (RFC 7636), resource indicators (RFC 8707), registration (RFC 7591) and the
 * metadata of RFC 8414 and 9728.
 */
export function protectedServer({
  scope,
  metadataPath = '/.well-known/oauth-protected-resource/mcp',
  takesClientDocuments = false,
}: ProtectedOptions = {}) {
  const codes = new Map<string, Granted>()
  const live = { access: new Set<string>(), refresh: new Set<string>(), registered: 0 }
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'protected', version: '1.0.0' })
    addEcho(server)
    return server
  })
  const app = new Hono()
  const grant = () => {
    const tokens = { access: randomUUID(), refresh: randomUUID() }
    live.access.add(tokens.access)
    live.refresh.add(tokens.refresh)
    return {
      access_token: tokens.access,
      refresh_token: tokens.refresh,
      token_type: 'Bearer',
      expires_in: 3600,
    }
  }
  app.get(metadataPath, (c) => {
    const origin = getOrigin(c.req.url)
    return c.json({ resource: `${origin}/mcp`, authorization_servers: [origin] })
  })
  app.get('/.well-known/oauth-authorization-server', (c) => {
    const issuer = getOrigin(c.req.url)
    return c.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      ...(takesClientDocuments && { client_id_metadata_document_supported: true }),
    })
  })
  app.post('/register', async (c) => {
    live.registered++
    return c.json({ ...(await c.req.json<object>()), client_id: `client-${live.registered}` }, 201)
  })
  app.get('/authorize', (c) => {
    const asked = c.req.query()
    if (asked['code_challenge_method'] !== 'S256') return c.text('PKCE is required.', 400)
    const code = randomUUID()
    codes.set(code, {
      challenge: asked['code_challenge'] ?? '',
      redirectUri: asked['redirect_uri'] ?? '',
      clientId: asked['client_id'] ?? '',
      resource: asked['resource'] ?? '',
    })
    const back = new URL(asked['redirect_uri'] ?? '')
    back.search = String(
      new URLSearchParams({ code, state: asked['state'] ?? '', iss: getOrigin(c.req.url) }),
    )
    return c.redirect(back.href)
  })
  app.post('/token', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const refuse = () => c.json({ error: 'invalid_grant' }, 400)
    if (form.get('grant_type') === 'refresh_token') {
      return live.refresh.delete(form.get('refresh_token') ?? '') ? c.json(grant()) : refuse()
    }
    const code = form.get('code') ?? ''
    const granted = codes.get(code)
    codes.delete(code)
    const hash = createHash('sha256').update(form.get('code_verifier') ?? '')
    const isRight =
      granted?.challenge === hash.digest('base64url') &&
      granted.redirectUri === form.get('redirect_uri') &&
      granted.clientId === form.get('client_id') &&
      granted.resource === form.get('resource') &&
      granted.resource === `${getOrigin(c.req.url)}/mcp`
    return isRight ? c.json(grant()) : refuse()
  })
  app.all('/mcp', async (c) => {
    const [, token = ''] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? []
    if (live.access.has(token)) return handler.fetch(c.req.raw)
    const challenge = `Bearer resource_metadata="${getOrigin(c.req.url)}${metadataPath}"`
    const scopes = scope === undefined ? '' : `, scope="${scope}"`
    return c.body(null, 401, { 'WWW-Authenticate': challenge + scopes })
  })
  const listener = getRequestListener(app.fetch)
  const listen: RequestListener = (request, response) => void listener(request, response)
  return {
    listener: listen,
    registered: () => live.registered,
    /** Revokes the access tokens, and with `all` the refresh tokens as well. */
    expire: (what: 'access' | 'all') => {
      live.access.clear()
      if (what === 'all') live.refresh.clear()
    },
  }
}
