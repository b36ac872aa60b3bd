import type { Context } from 'hono'

/**
 * Returns the server's own origin as the client sees it. `hostGuard` sets it, including the host of
 * a trusted proxy; without it, it is the origin of the request.
 */
export const ownOrigin = (c: Context): string => {
  const seen: unknown = c.get('ownOrigin')
  return typeof seen === 'string' ? seen : new URL(c.req.url).origin
}
