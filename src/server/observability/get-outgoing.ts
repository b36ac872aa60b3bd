import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'

/** Returns the response object of `@hono/node-server`, or `undefined` for requests without one. */
export function getOutgoing(c: Context): ServerResponse | undefined {
  const env: unknown = c.env
  if (typeof env !== 'object' || env === null || !('outgoing' in env)) return undefined
  return (env as { outgoing?: ServerResponse }).outgoing
}
