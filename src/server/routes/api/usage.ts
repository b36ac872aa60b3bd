import { Hono } from 'hono'
import { usageQuerySchema } from '#contract/usage.ts'
import type { UsageService } from '../../chat/usage/usage-service.ts'
import { toStream } from '../../http/to-stream.ts'
import { parseOr400 } from '../../http/validate.ts'

export const usageRoutes = ({ usage }: { usage: UsageService }) =>
  new Hono().get('/', async (c) => {
    const query = parseOr400(usageQuerySchema, c.req.query())
    if (query.format === 'json') return c.json(await usage.report(query))
    return c.body(toStream(usage.csv(query)), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="bozzetto-usage.csv"',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
  })
