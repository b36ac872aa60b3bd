import type { Context } from 'hono'
import type { ZodType } from 'zod'
import { HttpError } from './errors.ts'

/**
 * The request's JSON body, checked.
 *
 * @param bytesMax bodies above it are refused before they are read to the end.
 * @throws {HttpError} `too_large`, or `bad_request` naming the first field that is wrong.
 */
export async function readJsonBody<T>(
  c: Context,
  schema: ZodType<T>,
  bytesMax: number,
): Promise<T> {
  const bytes = await readBody(c, bytesMax)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new HttpError('bad_request', 'The body is not valid JSON.', { cause })
  }
  return parseOr400(schema, value)
}

/** `value` checked by `schema`. @throws {HttpError} `bad_request` naming the first field that is wrong. */
export function parseOr400<T>(schema: ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
  throw new HttpError(
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
export async function readBody(
  c: Context,
  bytesMax: number,
  body: ReadableStream<Uint8Array> | null = c.req.raw.body,
): Promise<Uint8Array> {
  const tooLarge = () =>
    new HttpError('too_large', `The body is larger than ${Math.floor(bytesMax / 1024)} KiB.`)
  const declared = Number(c.req.header('content-length') ?? 0)
  if (declared > bytesMax) throw tooLarge()
  if (!body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body.getReader()
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
