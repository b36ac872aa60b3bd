import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { getConnection } from '../connection.ts'
import { HttpError } from '../../errors/http-error.ts'
import { currentRequest } from '../../observability/request-context.ts'
import { bodyRoom, type BodyPlace } from './body-room.ts'
import { gatherBytes } from './gather-bytes.ts'
import { watchPace } from './pace-watch.ts'

/**
 * Maximum size of a body that is read without waiting for memory. The limit of connections also
 * limits the memory of such bodies.
 */
const smallBytesMax = 64 * 1024
/** Time limit in milliseconds for receiving the whole body if the client is not signed in. */
const strangerMs = 5_000
/** Time limit in milliseconds for any body. Uploads over bad connections take minutes. */
const bodyMs = 600_000

type ReadOptions = {
  body?: ReadableStream<Uint8Array>
  /** Memory used for each byte of the body, including the byte itself. Default: 1. */
  memoryPerByte?: number
}

/**
 * Reads the request's whole body. A large body waits until there is memory, and has to arrive at a
 * minimum rate. The memory counts as used until the response is sent.
 * @throws {HttpError} `too_large` as soon as more than `bytesMax` bytes have arrived.
 * `rate_limited` when there is no memory, `timed_out` when the body arrives too slowly.
 */
export const readBody = async (
  c: Context,
  bytesMax: number,
  options: ReadOptions = {},
): Promise<Uint8Array> => (await takeBody(c, bytesMax, options)).bytes

/**
 * Reads the body as `readBody` does, and returns its reserved memory, so that the caller can
 * release the memory before the response.
 */
export async function takeBody(
  c: Context,
  bytesMax: number,
  { body, memoryPerByte = 1 }: ReadOptions = {},
): Promise<{ bytes: Uint8Array; place: BodyPlace | undefined }> {
  const tooLarge = () =>
    new HttpError('too_large', `The body is larger than ${Math.floor(bytesMax / 1024)} KiB.`)
  const header = c.req.header('content-length')
  const expected = header === undefined ? bytesMax : Number(header)
  if (header !== undefined && expected > bytesMax) throw tooLarge()
  const { incoming, outgoing } = getConnection(c) ?? {}
  const { actor, address } = currentRequest() ?? {}
  const place =
    outgoing && expected > smallBytesMax
      ? await bodyRoom.enter(actor ?? address ?? '', expected * memoryPerByte)
      : undefined
  if (place) outgoing?.once('close', place.leave)
  if (outgoing?.destroyed) place?.leave()
  const strangerUntil =
    outgoing && actor === undefined ? AbortSignal.timeout(strangerMs) : undefined
  const limits: IncomingOptions = {
    bytesMax,
    expected: header === undefined ? undefined : expected,
    tooLarge,
    strangerUntil,
    isLarge: place !== undefined,
  }
  const bytes =
    incoming && body === undefined && !incoming.readableDidRead
      ? await readIncoming(incoming, limits)
      : await readStream(body ?? c.req.raw.body, limits)
  const isSmall = bytes.byteLength <= smallBytesMax
  place?.shrink(isSmall ? 0 : bytes.byteLength * memoryPerByte)
  return { bytes, place }
}

async function readStream(
  body: ReadableStream<Uint8Array> | null,
  { bytesMax, expected, tooLarge }: StreamOptions,
): Promise<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return new Uint8Array()
  const gathered = gatherBytes(expected)
  let slow: HttpError | undefined
  const pace = watchPace(bodyRoom.isWanted, (error) => {
    slow = error
    void reader.cancel(error)
  })
  try {
    for (;;) {
      const chunk = await reader.read()
      if (slow) throw slow
      if (chunk.done) break
      pace.heard(chunk.value.byteLength)
      if (gathered.length() + chunk.value.byteLength > bytesMax) throw tooLarge()
      gathered.add(chunk.value)
    }
  } finally {
    pace.end()
    reader.releaseLock()
  }
  return gathered.whole()
}

type StreamOptions = {
  bytesMax: number
  expected: number | undefined
  tooLarge: () => HttpError
}

type IncomingOptions = StreamOptions & {
  strangerUntil: AbortSignal | undefined
  isLarge: boolean
}

/** Reads Node's request directly, because creating a `Request` costs more than reading. */
function readIncoming(
  incoming: IncomingMessage,
  { bytesMax, expected, tooLarge, strangerUntil, isLarge }: IncomingOptions,
): Promise<Uint8Array> {
  return new Promise<Uint8Array>((resolve, reject) => {
    const gathered = gatherBytes(expected)
    const stop = () => {
      pace?.end()
      clearTimeout(timer)
      strangerUntil?.removeEventListener('abort', late)
      incoming.off('data', read).off('end', end).off('error', fail).off('close', broken)
    }
    const fail = (error: Error) => {
      stop()
      // Without a listener, later errors would be uncaught and end the process.
      incoming.on('error', () => {})
      reject(error)
    }
    const refuse = (error: HttpError) => {
      incoming.pause()
      fail(error)
    }
    const broken = () => fail(new DOMException('The client disconnected.', 'AbortError'))
    const late = () => refuse(new HttpError('timed_out', 'The upload was too slow. Send it again.'))
    const read = (chunk: Uint8Array) => {
      pace?.heard(chunk.byteLength)
      if (gathered.length() + chunk.byteLength > bytesMax) refuse(tooLarge())
      else gathered.add(chunk)
    }
    const end = () => {
      stop()
      resolve(gathered.whole())
    }
    const timer = setTimeout(late, bodyMs).unref()
    const pace = isLarge ? watchPace(bodyRoom.isWanted, refuse) : undefined
    strangerUntil?.addEventListener('abort', late, { once: true })
    incoming.on('data', read).on('end', end).on('error', fail).on('close', broken)
    if (incoming.destroyed) broken()
  })
}
