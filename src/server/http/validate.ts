import type { Context } from 'hono'
import { z, type ZodError } from 'zod'
import { takeBody } from './body/read-body.ts'
import { HttpError } from '../errors/http-error.ts'
import { JsonLimitError } from '../json/json-limits.ts'
import { parseEarly } from '../json/parse-early.ts'
import { parseJson, parseSmallJson } from '../json/parse-json.ts'

/** The bytes, their text, and what is parsed of it. */
const memoryPerJsonByte = 3

/** As `readJsonBodyOr`, refused with the first field that is wrong. */
export const readJsonBody = <T>(
  c: Context,
  schema: z.core.$ZodType<T>,
  bytesMax: number,
): Promise<T> => readJsonBodyOr(c, schema, { bytesMax, refuse: wrongField })

type BodyOptions<T> = {
  /** Bodies above it are refused before they are read to the end. */
  readonly bytesMax: number
  /** Makes the error for what does not fit. */
  readonly refuse: (error: ZodError<T>) => HttpError
}

/**
 * The request's JSON body, checked. A large one does not hold up other requests meanwhile.
 *
 * @throws {HttpError} `too_large`; `bad_request` for what is not JSON, is nested too deeply or holds too
 *   many values; and what `refuse` makes.
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
    // Its bytes are gone; what was made of them takes about as much.
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
 * A small `value`, such as a query, checked by `schema`.
 *
 * @throws {HttpError} `bad_request` naming the first field that is wrong.
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
