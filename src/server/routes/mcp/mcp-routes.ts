import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Access } from '../../access/access.ts'
import { originGuard } from '../../access/guards.ts'
import { requireScope, type ApiClientEnv } from '../../access/keys/api-keys.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readJsonBody } from '../../http/validate.ts'
import { createAddresses, receiverOf } from '../model/addresses.ts'
import { createOrderTask, type OrderTaskOptions } from '../model/order-task.ts'
import type { Signer } from '../../files/blobs/signer.ts'
import type { McpCaller, McpServices } from './mcp-services.ts'

/** Of one request: a picture of 4 MB as base64. Larger ones come by address. */
const bodyBytesMax = 6 * 1024 * 1024
/** Of one batch, which counts as one request of its key. Only revisions of early 2025 have batches at all. */
const messagesMax = 10

export type McpRoutesOptions = OrderTaskOptions &
  McpServices & {
    access: Access
    audit: Audit
    signer: Signer
    /** From `createKeyCheck`. */
    keyCheck: MiddlewareHandler<ApiClientEnv>
  }

/**
 * `/mcp`: the studio for programs that speak the Model Context Protocol, over Streamable HTTP and without
 * sessions. A request is answered by a server object of its own, in the revisions before 2026 and since.
 */
export function mcpRoutes(options: McpRoutesOptions) {
  const addresses = createAddresses(options.signer)
  const orderTask = createOrderTask(options)
  const callerOf = (c: Context<ApiClientEnv>): McpCaller => ({
    client: c.get('apiClient'),
    order: (order, key) => orderTask(c, order, key),
    addressOf: (id, ending) => addresses.addressOf(receiverOf(c), id, ending),
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
      // Only servers that are asked load the protocol.
      const { createMcpHandler, buildServer } = await import('./mcp-server.ts')
      const { method, url, raw } = c.req
      const { headers, signal } = raw
      // Nothing changes that a client could be told of: a subscription would only hold a connection.
      const handler = createMcpHandler(() => buildServer(options, callerOf(c)), {
        maxSubscriptions: 0,
      })
      return handler.fetch(
        new Request(url, { method, headers, signal }),
        parsedBody === undefined ? {} : { parsedBody },
      )
    })
  return routes
}
