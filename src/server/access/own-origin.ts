import type { Context } from 'hono'

/**
 * Our own address as the caller sees it: behind a proxy that the owner trusts, that of the proxy. Set by
 * `hostGuard`, without which it is the address of the request.
 */
export const ownOrigin = (c: Context): string => {
  const seen: unknown = c.get('ownOrigin')
  return typeof seen === 'string' ? seen : new URL(c.req.url).origin
}
