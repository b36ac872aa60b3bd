import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { watchUpstream } from './watch-upstream.ts'

const connectMs = 10_000
/**
 * Lifetime of idle sockets in milliseconds. It is shorter than the timeout of most servers, because
 * a request fails on a socket that the server is closing.
 */
const freeSocketMs = 4_000
/**
 * Time limit in milliseconds for reading the rest of an unneeded response, so that its connection
 * can be reused.
 */
const restMs = 1_000
const restBytesMax = 64 * 1024

/**
 * Reads into one shared buffer and copies, because allocating a buffer per read costs more than the
 * read. With `onread`, a paused connection also stops immediately.
 */
const onread = {
  buffer: Buffer.alloc(16 * 1024),
  callback(this: Socket, bytes: number, buffer: Uint8Array): boolean {
    return this.push(Buffer.from(buffer.subarray(0, bytes)))
  },
}
const agentOptions = { keepAlive: true, timeout: freeSocketMs, onread }
const agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) }

export type UpstreamCall = {
  /**
   * Resolves when the response begins. Rejects with errors of `node:http` and the reason given to
   * `end`.
   */
  answered: Promise<IncomingMessage>
  end: (reason: Error) => void
}

/**
 * Sends a POST to a connected service, with metrics and traces. Connecting takes at most 10 s, and
 * the caller limits all other waits. Redirects are not followed.
 */
export function postUpstream(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string | readonly Uint8Array[],
): UpstreamCall {
  const isSecure = url.protocol === 'https:'
  let request: ClientRequest | undefined
  let endedWith: Error | undefined
  const send = (more: Readonly<Record<string, string>>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      if (endedWith) return reject(endedWith)
      request = (isSecure ? https : http).request(url, {
        method: 'POST',
        agent: agents[isSecure ? 'https:' : 'http:'],
        headers: {
          ...headers,
          ...more,
          'Accept-Encoding': 'identity',
          'Content-Length': getLength(body),
        },
      })
      request.on('response', resolve)
      request.on('error', reject)
      request.once('socket', limitConnecting)
      if (typeof body === 'string') return void request.end(body)
      for (const piece of body) request.write(piece)
      request.end()
    })
  return {
    answered: watchUpstream(url, {
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

const getLength = (body: string | readonly Uint8Array[]): string =>
  String(
    typeof body === 'string'
      ? Buffer.byteLength(body)
      : body.reduce((length, piece) => length + piece.byteLength, 0),
  )

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

/**
 * Returns the decompressed body of a response. Some services compress responses although the
 * request does not allow compression.
 */
export function getDecodedBody(answer: IncomingMessage): Readable {
  const unpacker = getUnpacker(answer.headers['content-encoding'] ?? '')
  // The callback does nothing, because the code that reads the returned stream receives the error.
  return unpacker ? pipeline(answer, unpacker, () => {}) : answer
}

function getUnpacker(encoding: string) {
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
 * Releases a response that is not needed any more. If the rest of the response is short, the
 * connection is reused.
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
