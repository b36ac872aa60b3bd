import type { MiddlewareHandler } from 'hono'

const changing =
  /^\/api\/(?:session|sessions|account|password|second-factor|people|teams|keys|invitation)(?:\/|$)/

export const announceAccessChanges =
  (access: { changed: () => void }): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (c.req.method !== 'GET' && c.res.ok && changing.test(c.req.path)) access.changed()
  }
