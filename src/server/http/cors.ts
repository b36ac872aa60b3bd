import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const exposed = [
  'X-Request-Id',
  'X-Bozzetto-Model',
  'Retry-After',
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
]
const preflightSeconds = 600

/**
 * Creates a middleware that lets pages of these origins call the API with an API key. Cookies are
 * never allowed, so that pages cannot use a person's session.
 */
export function allowOrigins(getOrigins: () => readonly string[]): MiddlewareHandler {
  const isAllowed = (origin: string) => getOrigins().includes(origin.toLowerCase())
  const allowed = cors({
    origin: (origin) => (isAllowed(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposeHeaders: exposed,
    maxAge: preflightSeconds,
  })
  return (c, next) => {
    const origin = c.req.header('origin')
    return origin !== undefined && isAllowed(origin) ? allowed(c, next) : next()
  }
}
