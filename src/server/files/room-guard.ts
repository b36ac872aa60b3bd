import { createMiddleware } from 'hono/factory'
import type { DiskBudget } from './disk-budget.ts'

/**
 * Matches paths of requests that store something new. Other requests, above all deletions, are
 * allowed on a full disk.
 */
const storing =
  /^\/(?:api\/(?:files|pictures|documents|import|library\/archive|assets|tasks|model-files|conversations\/[^/]+\/(?:runs|messages))|api\/v1\/storage\/files|model\/v1\/(?:files|generation(?:\/sync)?|queue\/.+))$/

/** Refuses requests that would store something on a full disk, before the body is read. */
export const roomGuard = (budget: DiskBudget) =>
  createMiddleware(async (c, next) => {
    if (c.req.method === 'POST' && storing.test(c.req.path)) {
      const bytes = Number(c.req.header('content-length') ?? 0)
      await budget.look(Number.isFinite(bytes) ? Math.max(0, bytes) : 0)
    }
    return next()
  })
