import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { boundConnections, type ConnectionLimits } from './connection-limits.ts'
import type { Connection } from './connection.ts'

/** How long and how much a client may take before it is taken for one that means harm. */
export type ListenLimits = ConnectionLimits & {
  /** Longest wait for the headers of a request. */
  headersTimeoutMs: number
  /** Longest wait for a whole request; a picture over a bad connection takes minutes. Both are looked at as often as connections. */
  requestTimeoutMs: number
  headerBytesMax: number
}

const defaultLimits: ListenLimits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 600_000,
  checkEveryMs: 5_000,
  headerBytesMax: 16 * 1024,
  connectionsPerAddress: 2_500,
  connectionsInAll: 5_000,
  strangersPerAddress: 64,
  strangerGraceMs: 5_000,
}

const headersMax = 100
/** Longer than the 60 s of most proxies, which would else use a connection that has just been closed. */
const keepAliveMs = 75_000

type ListenOptions = {
  hostname: string
  port: number
  limits?: Partial<ListenLimits>
}

/**
 * Answers HTTP at an address, to clients that keep within the limits.
 *
 * @param fetch gets what is known of the connection with each request.
 * @returns the server as soon as it listens, and where that is.
 * @throws what `node:net` says when the address cannot be had.
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
  return { server, address: server.address() as AddressInfo }
}

// To look at its body makes a whole `Response` of it; the light ones that `@hono/node-server` may have put
// in place of those would be sent once more.
void RESPONSE_ALREADY_SENT.body

type Fetch = (request: Request, bindings: object) => Response | Promise<Response>

/** Sends only the headers for a handler that writes the body itself. */
function answer(
  fetch: Fetch,
  request: Request,
  { incoming, outgoing }: HttpBindings,
): Response | Promise<Response> {
  let begin: (() => void) | undefined
  const connection: Connection = {
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
