import { createMiddleware } from 'hono/factory'

/**
 * Cancels the body of a `HEAD` response, so that it does not hold resources such as open files. The
 * body is created as for `GET` but never read.
 */
export const endUnreadBody = createMiddleware((c, next) =>
  c.req.method === 'HEAD' ? next().then(() => c.res.body?.cancel()) : next(),
)
