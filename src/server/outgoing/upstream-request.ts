import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { urlToHttpOptions } from 'node:url'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { watchUpstream } from './watch-upstream.ts'
import { ownValue } from '#lib/own-value.ts'

const connectMs = 10_000
/** Shorter than what servers wait, so that no request goes out on a connection that has just been closed. */
const freeSocketMs = 4_000
/** How long and how much is read to the end of an answer that nobody needs, to keep its connection. */
const restMs = 1_000
const restBytesMax = 64 * 1024

/**
 * Bytes come into one buffer for all and are copied out of it: a buffer of its own for each read costs
 * more than the read. With `onread` a connection also stops reading as soon as it is paused, instead of
 * two pieces later.
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
 * What a free connection is found by. The options of all are the same but for the host, and the name that
 * Node makes of them all, three times for each request, is two dozen parts long. That of a target is made once:
 * a new text has to be looked up among all texts before anything is found by it.
 */
const nameOf: http.Agent['getName'] = (options) => (options as NamedOptions).connectionName
type NamedOptions = RequestOptions & { connectionName: string }
for (const agent of Object.values<http.Agent>(agents)) {
  agent.getName = nameOf
  // Not among the agent's own options, which Node copies for each request, whether it needs a connection or not.
  const createConnection = agent.createConnection.bind(agent)
  const more = { onread }
  agent.createConnection = (options, connected) =>
    createConnection({ ...options, ...more }, connected)
}

/** A request that is on its way. */
export type UpstreamCall = {
  /** The answer as soon as it begins. Rejects as `node:http` does, and with what `end` was given. */
  answered: Promise<IncomingMessage>
  /** Breaks the connection off. */
  end: (reason: Error) => void
}

/**
 * Posts to a service that the owner has connected: counted, timed and traced. For answers that are read
 * piece by piece it takes a third of the work of `fetch`. Connecting takes at most 10 s; any longer
 * wait is for the caller to end. Redirects are not followed.
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
 * As Node takes headers with the least work: names and values by turns.
 *
 * @param parts what stands in one of them wins over those after it.
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
  /** Those that Node adds by itself where it is not given a list. */
  headers: Readonly<Record<string, string>>
  host: string
  pathname: string
}

/** An address is taken apart once, which else is a good part of the work for a short answer. */
const targets = new WeakMap<URL, Target>()

function targetOf(url: URL): Target {
  const isSecure = url.protocol === 'https:'
  const agent = isSecure ? agents['https:'] : agents['http:']
  const { hostname, port, path, auth } = urlToHttpOptions(url)
  return {
    module: isSecure ? https : http,
    // No more than is needed: Node copies them three times.
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

/** What an answer holds, unpacked where a service packs without being asked to. */
export function bodyOf(answer: IncomingMessage): Readable {
  const unpacker = unpackerOf(answer.headers['content-encoding'] ?? '')
  // Whoever reads the end of the pipeline hears of what goes wrong in it.
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

/** Lets an answer go whose words have all been read; its connection is kept where it ends soon. */
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
