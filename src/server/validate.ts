import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { ZodError, ZodType } from 'zod'
import { connectionOf } from './connection.ts'
import { HttpError } from './errors.ts'
import { JsonLimitError } from './json/json-limits.ts'
import { parseEarly } from './json/parse-early.ts'
import { parseJson } from './json/parse-json.ts'

/**
 * The request's JSON body, checked. A large one does not hold up other requests meanwhile.
 *
 * @param bytesMax bodies above it are refused before they are read to the end.
 * @param refuse makes the error for what does not fit; without it, one that names the first field.
 * @throws {HttpError} `too_large`; `bad_request` for what is not JSON, is nested too deeply or holds too
 *   many values; and what `refuse` makes.
 */
export async function readJsonBody<T>(
  c: Context,
  schema: ZodType<T>,
  bytesMax: number,
  refuse: (error: ZodError<T>) => HttpError = wrongField,
): Promise<T> {
  const bytes = await readBody(c, bytesMax)
  let value: unknown
  try {
    value = await parseJson(bytes)
  } catch (cause) {
    const what = cause instanceof JsonLimitError ? cause.message : 'is not valid JSON'
    throw new HttpError('bad_request', `The body ${what}.`, { cause })
  }
  const parsed = await parseEarly(schema, value)
  if (parsed.success) return parsed.data
  throw refuse(parsed.error)
}

/**
 * A small `value`, such as a query, checked by `schema`.
 *
 * @throws {HttpError} `bad_request` naming the first field that is wrong.
 */
export function parseOr400<T>(schema: ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw wrongField(parsed.error)
}

function wrongField({ issues: [issue] }: ZodError): HttpError {
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
  return new HttpError(
    'bad_request',
    `${where}${issue?.message ?? 'The request is not understood.'}`,
  )
}

/**
 * The request's whole body.
 *
 * @param body in place of the request's own, where its beginning has been looked at.
 * @throws {HttpError} `too_large` as soon as more than `bytesMax` have come, whatever the header said.
 */
export function readBody(
  c: Context,
  bytesMax: number,
  body?: ReadableStream<Uint8Array> | null,
): Promise<Uint8Array> {
  const tooLarge = () =>
    new HttpError('too_large', `The body is larger than ${Math.floor(bytesMax / 1024)} KiB.`)
  const declared = Number(c.req.header('content-length') ?? 0)
  if (declared > bytesMax) return Promise.reject(tooLarge())
  const { incoming } = connectionOf(c) ?? {}
  if (incoming && body === undefined && !incoming.readableDidRead) {
    return readIncoming(incoming, bytesMax, tooLarge)
  }
  return readStream(body === undefined ? c.req.raw.body : body, bytesMax, tooLarge)
}

async function readStream(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
  tooLarge: () => HttpError,
): Promise<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const chunk = await reader.read()
      if (chunk.done) break
      length += chunk.value.byteLength
      if (length > bytesMax) throw tooLarge()
      chunks.push(chunk.value)
    }
  } finally {
    reader.releaseLock()
  }
  return Buffer.concat(chunks, length)
}

/** Without the `Request` in between, which costs more than the reading. */
function readIncoming(
  incoming: IncomingMessage,
  bytesMax: number,
  tooLarge: () => HttpError,
): Promise<Uint8Array> {
  return new Promise<Uint8Array>((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    const stop = () => {
      incoming.off('data', read).off('end', end).off('error', fail).off('close', broken)
    }
    const fail = (error: Error) => {
      stop()
      // Somebody has to hear of what comes later.
      incoming.on('error', () => {})
      reject(error)
    }
    const broken = () => fail(new DOMException('The client hung up.', 'AbortError'))
    const read = (chunk: Uint8Array) => {
      length += chunk.byteLength
      chunks.push(chunk)
      if (length <= bytesMax) return
      incoming.pause()
      fail(tooLarge())
    }
    const end = () => {
      stop()
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length))
    }
    incoming.on('data', read).on('end', end).on('error', fail).on('close', broken)
    if (incoming.destroyed) broken()
  })
}
