import type { MiddlewareHandler } from 'hono'

const changing =
  /^\/api\/(?:session|sessions|account|password|second-factor|people|teams|keys|invitation)(?:\/|$)/

/** Notifies other processes of each request that has changed access. */
export const announceAccessChanges =
  (access: { changed: () => void }): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (c.req.method !== 'GET' && c.res.ok && changing.test(c.req.path)) access.changed()
  }
