import { createMiddleware } from 'hono/factory'

/**
 * Cancels the body of a `HEAD` response, which is created as for `GET` but never read, so that it
 * does not hold resources such as open files.
 */
export const endUnreadBody = createMiddleware((c, next) =>
  c.req.method === 'HEAD' ? next().then(() => c.res.body?.cancel()) : next(),
)
