import type { Context } from 'hono'

/**
 * Returns the size in bytes that a request announces for its body, or infinity if it announces
 * none.
 */
export function getBodyBytes(c: Context): number {
  const bytes = Number(c.req.header('content-length') ?? Infinity)
  return Number.isFinite(bytes) ? bytes : Infinity
}
