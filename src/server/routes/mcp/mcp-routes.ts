import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Access } from '../../access/access.ts'
import { originGuard } from '../../access/guards.ts'
import { requireScope, type ApiClientEnv } from '../../access/keys/api-keys.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readJsonBody } from '../../http/validate.ts'
import { createAddresses, getReceiver } from '../model/addresses.ts'
import { createOrderTask, type OrderTaskOptions } from '../model/order-task.ts'
import type { Signer } from '../../files/blobs/signer.ts'
import type { McpCaller, McpServices } from './mcp-services.ts'

/**
 * Maximum size of a request in bytes: a picture of 4 MB as base64. Larger pictures are sent as a
 * URL.
 */
const bodyBytesMax = 6 * 1024 * 1024
/** Maximum number of messages in a batch, because a batch counts as one request of its key. */
const messagesMax = 10

export type McpRoutesOptions = OrderTaskOptions &
  McpServices & {
    access: Access
    audit: Audit
    signer: Signer
    keyCheck: MiddlewareHandler<ApiClientEnv>
  }

/**
 * Creates the route of `/mcp` for clients of the Model Context Protocol, over Streamable HTTP
 * without sessions. Protocol revisions before and since 2026 are supported.
 */
export function mcpRoutes(options: McpRoutesOptions) {
  const addresses = createAddresses(options.signer)
  const orderTask = createOrderTask(options)
  const toCaller = (c: Context<ApiClientEnv>): McpCaller => ({
    client: c.get('apiClient'),
    order: (order, key) => orderTask(c, order, key),
    addressOf: (id, ending) => addresses.addressOf(getReceiver(c), id, ending),
  })

  const routes = new Hono<ApiClientEnv>()
    .use(originGuard(options.access, options.audit))
    .use(options.keyCheck)
    .use(requireScope('3d'))
    .all('/', async (c) => {
      const parsedBody =
        c.req.method === 'POST' ? await readJsonBody(c, z.unknown(), bodyBytesMax) : undefined
      if (Array.isArray(parsedBody) && parsedBody.length > messagesMax) {
        throw new HttpError('bad_request', `A batch can contain at most ${messagesMax} messages.`)
      }
      // The protocol library is loaded only on the first request.
      const { createMcpHandler, buildServer } = await import('./mcp-server.ts')
      const { method, url, raw } = c.req
      const { headers, signal } = raw
      // The handler rejects subscriptions, because this server reports no changes.
      const handler = createMcpHandler(() => buildServer(options, toCaller(c)), {
        maxSubscriptions: 0,
      })
      return handler.fetch(
        new Request(url, { method, headers, signal }),
        parsedBody === undefined ? {} : { parsedBody },
      )
    })
  return routes
}
