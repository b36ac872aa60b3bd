import type { Context } from 'hono'
import { asRecord, asString, isList } from '#lib/fields.ts'

/** Counts how often a request header was sent. Node joins repeated headers into one. */
export function timesSent({ env, req }: Context, name: string): number {
  const { rawHeaders } = asRecord(asRecord(env)['incoming'])
  // Requests that this process made itself have no raw headers.
  if (!isList(rawHeaders)) return req.header(name) === undefined ? 0 : 1
  const wanted = name.toLowerCase()
  return rawHeaders.filter((one, at) => at % 2 === 0 && asString(one).toLowerCase() === wanted)
    .length
}
