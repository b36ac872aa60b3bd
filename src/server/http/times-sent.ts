import type { Context } from 'hono'

/** How often a request has a header, which Node joins where it came several times. */
export function timesSent({ env, req }: Context, name: string): number {
  const { incoming } = (env ?? {}) as { incoming?: { rawHeaders?: string[] } }
  // A call within this process has none of a connection.
  if (!incoming?.rawHeaders) return req.header(name) === undefined ? 0 : 1
  const wanted = name.toLowerCase()
  return incoming.rawHeaders.filter((one, at) => at % 2 === 0 && one.toLowerCase() === wanted)
    .length
}
