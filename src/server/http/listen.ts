import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { boundConnections, type ConnectionLimits } from './connection-limits.ts'
import type { NodeConnection } from './connection.ts'

/** Limits of time and size that only attackers exceed. */
export type ListenLimits = ConnectionLimits & {
  headersTimeoutMs: number
  /**
   * Maximum wait for a whole request, in milliseconds. Archives may take hours. `readBody` limits
   * the time of all other bodies.
   */
  requestTimeoutMs: number
  headerBytesMax: number
}

const defaultLimits: ListenLimits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 4 * 60 * 60_000,
  checkEveryMs: 5_000,
  headerBytesMax: 16 * 1024,
  connectionsPerAddress: 2_500,
  connectionsInAll: 5_000,
  strangersPerAddress: 64,
  strangerGraceMs: 5_000,
}

const headersMax = 100
/**
 * Time in milliseconds for which an idle connection stays open. A shorter time than the timeout of
 * most proxies (60 s) would break requests, because proxies reuse connections.
 */
const keepAliveMs = 75_000

type ListenOptions = {
  hostname: string
  port: number
  limits?: Partial<ListenLimits>
}

/**
 * Serves HTTP at an address, within the limits.
 * @param fetch receives Node's request and response with each request.
 * @returns the server and its address once the server listens.
 * @throws the error of `node:net` when the address is unavailable.
 */
export async function listen(
  fetch: Fetch,
  { hostname, port, limits }: ListenOptions,
): Promise<{ server: Server; address: AddressInfo }> {
  const wanted = { ...defaultLimits, ...limits }
  const server = createAdaptorServer({
    fetch: (request, bindings) => answer(fetch, request, bindings as HttpBindings),
    hostname,
    serverOptions: {
      headersTimeout: wanted.headersTimeoutMs,
      requestTimeout: wanted.requestTimeoutMs,
      connectionsCheckingInterval: wanted.checkEveryMs,
      maxHeaderSize: wanted.headerBytesMax,
      keepAliveTimeout: keepAliveMs,
    },
  }) as Server
  server.maxHeadersCount = headersMax
  boundConnections(server, wanted)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server has no port, because it does not listen on a network address.')
  return { server, address }
}

// Read `body` to make Hono create a full `Response`. Otherwise, `@hono/node-server` would write
// this lightweight response after the handler has already sent one.
void RESPONSE_ALREADY_SENT.body

type Fetch = (request: Request, bindings: object) => Response | Promise<Response>

/** Runs a request. If the handler writes the body, this function sends only the headers. */
function answer(
  fetch: Fetch,
  request: Request,
  { incoming, outgoing }: HttpBindings,
): Response | Promise<Response> {
  let begin: (() => void) | undefined
  const connection: NodeConnection = {
    incoming,
    outgoing,
    handOver: (next) => {
      begin = next
    },
  }
  const send = (response: Response): Response => {
    if (!begin) return response
    if (!outgoing.destroyed) {
      connection.outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    }
    begin()
    return RESPONSE_ALREADY_SENT
  }
  const answered = fetch(request, connection)
  return answered instanceof Promise ? answered.then(send) : send(answered)
}
