import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'

/** What `@hono/node-server` hands along with a request; nothing where it came in another way. */
export function outgoingOf(c: Context): ServerResponse | undefined {
  const env: unknown = c.env
  if (typeof env !== 'object' || env === null || !('outgoing' in env)) return undefined
  return (env as { outgoing?: ServerResponse }).outgoing
}
