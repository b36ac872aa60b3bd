import type { Context } from 'hono'

/** Returns the announced size of a request's body; a body without one counts as large. */
export function getBodyBytes(c: Context): number {
  const bytes = Number(c.req.header('content-length') ?? Infinity)
  return Number.isFinite(bytes) ? bytes : Infinity
}
