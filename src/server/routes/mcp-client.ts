import { getBase } from '../access/own-origin.ts'
import { Hono, type Context } from 'hono'
import type { RequestOrigin } from '../access/caller.ts'
import { clientMetadataPath, createClientMetadata } from '../mcp-client/mcp-sign-in.ts'

/**
 * Creates the route of the OAuth client metadata document (CIMD), which authorization servers of
 * MCP servers fetch without a session.
 */
export const mcpClientRoutes = (
  callerOf: (c: Context) => Pick<RequestOrigin, 'isHttps' | 'host'>,
) =>
  new Hono().get(clientMetadataPath, (c) => {
    const { isHttps, host } = callerOf(c)
    const own = `${isHttps ? 'https' : 'http'}://${host}${getBase(c)}`
    // The response is `private`, because it contains this request's host, and a shared cache would
    // return it for other hosts.
    c.header('Cache-Control', 'private, max-age=300')
    return c.json(createClientMetadata(own))
  })
