import { Hono, type Context } from 'hono'
import type { Caller } from '../access/caller.ts'
import { clientMetadataPath, createClientMetadata } from '../mcp-client/mcp-sign-in.ts'

/**
 * The OAuth client metadata document (CIMD) of this server: authorization servers of MCP servers fetch it without a
 * session. It names this server's own address and nothing else.
 */
export const mcpClientRoutes = (callerOf: (c: Context) => Pick<Caller, 'isHttps' | 'host'>) =>
  new Hono().get(clientMetadataPath, (c) => {
    const { isHttps, host } = callerOf(c)
    const origin = `${isHttps ? 'https' : 'http'}://${host}`
    // It names the host of this request, which a shared cache would hand to clients of another host.
    c.header('Cache-Control', 'private, max-age=300')
    return c.json(createClientMetadata(origin))
  })
