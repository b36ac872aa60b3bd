import type { Context } from 'hono'

/**
 * Returns the server's own origin as the client sees it. `hostGuard` has stored it, with the host
 * that a trusted proxy reports. Without `hostGuard` it is the origin of the request.
 */
export const ownOrigin = (c: Context): string => {
  const seen: unknown = c.get('ownOrigin')
  return typeof seen === 'string' ? seen : new URL(c.req.url).origin
}
