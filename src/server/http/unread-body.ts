import { createMiddleware } from 'hono/factory'

/**
 * Ends the body of an answer to `HEAD`, which is made as for `GET` and then read by nobody: what it
 * holds, such as an open file, would be held for ever.
 */
export const endUnreadBody = createMiddleware((c, next) =>
  c.req.method === 'HEAD' ? next().then(() => c.res.body?.cancel()) : next(),
)
