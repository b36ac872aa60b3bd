import type { Context } from 'hono'

/** Counts the occurrences of a request header. Node joins repeated ones. */
export function timesSent({ env, req }: Context, name: string): number {
  const { incoming } = (env ?? {}) as { incoming?: { rawHeaders?: string[] } }
  // Requests within this process have no raw headers.
  if (!incoming?.rawHeaders) return req.header(name) === undefined ? 0 : 1
  const wanted = name.toLowerCase()
  return incoming.rawHeaders.filter((one, at) => at % 2 === 0 && one.toLowerCase() === wanted)
    .length
}
