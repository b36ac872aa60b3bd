import type { Context } from 'hono'
import { z, type ZodError } from 'zod'
import { takeBody } from './body/read-body.ts'
import { HttpError } from '../errors/http-error.ts'
import { JsonLimitError } from '../json/json-limits.ts'
import { parseEarly } from '../json/parse-early.ts'
import { parseJson, parseSmallJson } from '../json/parse-json.ts'

/** Bytes of memory for each byte of a JSON body: the byte, its text, and the parsed values. */
const memoryPerJsonByte = 3

/** Reads a JSON body as `readJsonBodyOr` does. The error contains the first invalid field. */
export const readJsonBody = <T>(
  c: Context,
  schema: z.core.$ZodType<T>,
  bytesMax: number,
): Promise<T> => readJsonBodyOr(c, schema, { bytesMax, refuse: wrongField })

type BodyOptions<T> = {
  readonly bytesMax: number
  readonly refuse: (error: ZodError<T>) => HttpError
}

/**
 * Reads and checks the request's JSON body. Large bodies do not block other requests.
 * @throws {HttpError} `too_large`. `bad_request` for invalid JSON, or JSON that is nested too deep
 * or has too many values. Also the error of `refuse`.
 */
export async function readJsonBodyOr<T>(
  c: Context,
  schema: z.core.$ZodType<T>,
  { bytesMax, refuse }: BodyOptions<T>,
): Promise<T> {
  const { bytes, place } = await takeBody(c, bytesMax, { memoryPerByte: memoryPerJsonByte })
  const length = bytes.byteLength
  let value: unknown
  try {
    const small = parseSmallJson(bytes)
    value = small ? small.value : await parseJson(bytes)
    // Releases the memory of the body's bytes, and keeps the memory of the parsed values.
    place?.shrink(length)
  } catch (cause) {
    const what = cause instanceof JsonLimitError ? cause.message : 'is not valid JSON'
    throw new HttpError('bad_request', `The body ${what}.`, { cause })
  }
  const parsing = parseEarly(schema, value)
  const parsed = parsing instanceof Promise ? await parsing : parsing
  if (parsed.success) return parsed.data
  throw refuse(parsed.error)
}

/**
 * Checks a small `value`, such as a query, against `schema`.
 * @throws {HttpError} `bad_request` with the first invalid field.
 */
export function parseOr400<T>(schema: z.core.$ZodType<T>, value: unknown): T {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw wrongField(parsed.error)
}

function wrongField({ issues: [issue] }: ZodError): HttpError {
  const message = issue?.message ?? 'The request is not valid.'
  if (!issue || issue.path.length === 0) return new HttpError('bad_request', message)
  const named = { path: issue.path.join('/'), message }
  return new HttpError('bad_request', `${issue.path.join('.')}: ${message}`, { issues: [named] })
}
