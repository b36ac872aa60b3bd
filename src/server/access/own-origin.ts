import type { Context } from 'hono'

/** Returns the server's origin as the client sees it, as stored by `hostGuard`. */
export const ownOrigin = (c: Context): string => {
  const seen: unknown = c.get('ownOrigin')
  return typeof seen === 'string' ? seen : new URL(c.req.url).origin
}

/** Returns the server's own address: its origin and the base path, without a trailing slash. */
export const ownAddress = (c: Context): string => `${ownOrigin(c)}${getBase(c)}`

/** Returns the path under which a proxy serves this server, such as `/studio`, or an empty text. */
export function getBase(c: Context): string {
  const base: unknown = c.get('basePath')
  return typeof base === 'string' ? base : ''
}
