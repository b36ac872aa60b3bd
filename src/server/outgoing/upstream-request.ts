import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { urlToHttpOptions } from 'node:url'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { watchUpstream } from './watch-upstream.ts'
import { ownValue } from '#lib/own-value.ts'

const connectMs = 10_000
/**
 * Lifetime of idle sockets, in milliseconds. Shorter than the timeout of servers, so that no
 * request is sent on a socket that the server is closing.
 */
const freeSocketMs = 4_000
/** Upper bounds of reading the rest of an unneeded response to keep its connection. */
const restMs = 1_000
const restBytesMax = 64 * 1024

/**
 * Reads into one shared buffer and copies, because allocating a buffer per read costs more than the
 * read. With `onread` a paused connection also stops at once instead of two chunks later.
 */
const onread = {
  buffer: Buffer.alloc(16 * 1024),
  callback(this: Socket, bytes: number, buffer: Uint8Array): boolean {
    return this.push(Buffer.from(buffer.subarray(0, bytes)))
  },
}
const agentOptions = { keepAlive: true, timeout: freeSocketMs }
const agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) }
/**
 * Key under which idle sockets are pooled. Only the host differs between requests, so it is
 * computed once per target instead of three times per request.
 */
const nameOf: http.Agent['getName'] = (options) => (options as NamedOptions).connectionName
type NamedOptions = RequestOptions & { connectionName: string }
for (const agent of Object.values<http.Agent>(agents)) {
  agent.getName = nameOf
  // Not among the agent's options, which Node copies for each request.
  const createConnection = agent.createConnection.bind(agent)
  const more = { onread }
  agent.createConnection = (options, connected) =>
    createConnection({ ...options, ...more }, connected)
}

export type UpstreamCall = {
  /**
   * Resolves with the response when it begins. Rejects with errors of `node:http` and the reason
   * given to `end`.
   */
  answered: Promise<IncomingMessage>
  end: (reason: Error) => void
}

/**
 * Sends a POST to a connected service, with metrics and traces. For streamed responses it takes a
 * third of the work of `fetch`. Connecting takes at most 10 s; the caller limits all other waits.
 * Redirects are not followed.
 */
export function postUpstream(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string | readonly Uint8Array[],
): UpstreamCall {
  const target = targets.get(url) ?? targetOf(url)
  targets.set(url, target)
  let request: ClientRequest | undefined
  let endedWith: Error | undefined
  const send = (more: Readonly<Record<string, string>>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      if (endedWith) return reject(endedWith)
      const last = { 'Accept-Encoding': 'identity', 'Content-Length': lengthOf(body) }
      request = target.module.request({
        headers: listOf(last, more, headers, target.headers),
        ...target.options,
      })
      request.on('response', resolve)
      request.on('error', reject)
      request.once('socket', limitConnecting)
      if (typeof body === 'string') return void request.end(body)
      for (const piece of body) request.write(piece)
      request.end()
    })
  return {
    answered: watchUpstream(target, {
      method: 'POST',
      send,
      statusOf: ({ statusCode = 0 }) => statusCode,
    }),
    end: (reason) => {
      endedWith ??= reason
      request?.destroy(reason)
    },
  }
}

const lengthOf = (body: string | readonly Uint8Array[]): string =>
  String(
    typeof body === 'string'
      ? Buffer.byteLength(body)
      : body.reduce((length, piece) => length + piece.byteLength, 0),
  )

/**
 * Returns headers as alternating names and values, the form that Node processes fastest.
 * @param parts headers in order of precedence.
 */
function listOf(...parts: readonly Readonly<Record<string, string>>[]): string[] {
  const list: string[] = []
  parts.forEach((part, at) => {
    for (const name of Object.keys(part)) {
      const value = ownValue(part, name)
      const isTold = parts.findIndex((one) => ownValue(one, name) !== undefined) < at
      if (value !== undefined && !isTold) list.push(name, value)
    }
  })
  return list
}

type Target = {
  module: Pick<typeof http, 'request'>
  options: NamedOptions
  /** Headers that this code must add, because Node adds none if headers are given as a list. */
  headers: Readonly<Record<string, string>>
  host: string
  pathname: string
}

/** Parsed URLs, because parsing takes a considerable part of the time of a short answer. */
const targets = new WeakMap<URL, Target>()

function targetOf(url: URL): Target {
  const isSecure = url.protocol === 'https:'
  const agent = isSecure ? agents['https:'] : agents['http:']
  const { hostname, port, path, auth } = urlToHttpOptions(url)
  return {
    module: isSecure ? https : http,
    // Only the required options, because Node copies them three times.
    options: {
      host: hostname,
      port,
      path,
      method: 'POST',
      agent,
      connectionName: url.host,
    },
    headers: {
      Host: url.host,
      ...(auth && { Authorization: `Basic ${Buffer.from(auth).toString('base64')}` }),
    },
    host: url.host,
    pathname: url.pathname,
  }
}

function limitConnecting(socket: Socket): void {
  if (!socket.connecting) return
  const late = () => {
    const error = new Error('Connecting takes too long.')
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  }
  const timer = setTimeout(late, connectMs)
  const ready = 'encrypted' in socket ? 'secureConnect' : 'connect'
  socket.once(ready, () => clearTimeout(timer))
  socket.once('close', () => clearTimeout(timer))
}

/** Returns the body of a response, decompressed if the service compressed it unrequested. */
export function getDecodedBody(answer: IncomingMessage): Readable {
  const unpacker = unpackerOf(answer.headers['content-encoding'] ?? '')
  // Errors reach the reader through the end of the pipeline.
  return unpacker ? pipeline(answer, unpacker, () => {}) : answer
}

function unpackerOf(encoding: string) {
  const { Z_SYNC_FLUSH: flush, BROTLI_OPERATION_FLUSH } = constants
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ flush, finishFlush: flush })
    case 'deflate':
      return createInflate({ flush, finishFlush: flush })
    case 'br':
      return createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH })
    default:
      return undefined
  }
}

/**
 * Releases a response that is not needed any more. Its connection is reused if the rest is short.
 */
export function release(answer: IncomingMessage): void {
  if (answer.complete || answer.destroyed) return void answer.resume()
  let bytes = 0
  answer.on('data', (piece: Buffer | string) => {
    bytes += piece.length
    if (bytes > restBytesMax) answer.destroy()
  })
  const timer = setTimeout(() => answer.destroy(), restMs)
  answer.once('close', () => clearTimeout(timer))
  answer.resume()
}
