import { createMiddleware } from 'hono/factory'

/**
 * Cancels the body of a `HEAD` response, so that its resources, such as open files, are released.
 */
export const endUnreadBody = createMiddleware((c, next) =>
  c.req.method === 'HEAD' ? next().then(() => c.res.body?.cancel()) : next(),
)
