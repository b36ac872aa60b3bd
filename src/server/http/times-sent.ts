import type { Context } from 'hono'

/** Counts how often a request header was sent. Node joins repeated headers into one. */
export function timesSent({ env, req }: Context, name: string): number {
  const { incoming } = (env ?? {}) as { incoming?: { rawHeaders?: string[] } }
  // Requests that this process made itself have no raw headers.
  if (!incoming?.rawHeaders) return req.header(name) === undefined ? 0 : 1
  const wanted = name.toLowerCase()
  return incoming.rawHeaders.filter((one, at) => at % 2 === 0 && one.toLowerCase() === wanted)
    .length
}
