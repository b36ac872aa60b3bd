import { Hono } from 'hono'
import { z } from 'zod'
import type { AuditPage } from '#contract/access/audit.ts'
import type { Audit } from '../../../audit/audit.ts'
import { parseOr400 } from '../../../http/validate.ts'
import type { RouteRules } from '../route-rules.ts'

const pageLength = 50
const exportLength = 500
const querySchema = z.object({ before: z.string().max(40).optional() })

export const auditRules: RouteRules = {
  permit: [['/*', 'audit log']],
  confirm: [[['GET'], ['/export']]],
}

export const auditRoutes = ({ audit }: { audit: Audit }) =>
  new Hono()
    .get('/', async (c) => {
      const { before } = parseOr400(querySchema, c.req.query())
      const events = await audit.list({ limit: pageLength, before })
      const last = events.length === pageLength ? events.at(-1) : undefined
      c.header('Cache-Control', 'no-store')
      return c.json({ events, ...(last && { next: last.id }) } satisfies AuditPage)
    })
    .get('/export', (c) => {
      const day = new Date().toISOString().slice(0, 10)
      audit.note({ kind: 'export', subject: 'audit log' })
      c.header('Content-Type', 'application/x-ndjson; charset=utf-8')
      c.header('Content-Disposition', `attachment; filename="bozzetto-audit-${day}.jsonl"`)
      c.header('Cache-Control', 'no-store')
      return c.body(jsonLines(audit))
    })

/**
 * Streams all events as JSON lines, newest first. A page is read from the database when the client
 * has read the previous page.
 */
function jsonLines(audit: Audit): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let before: string | undefined
  return new ReadableStream({
    async pull(controller) {
      const events = await audit.list({ limit: exportLength, before })
      before = events.at(-1)?.id
      const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('')
      if (lines !== '') controller.enqueue(encoder.encode(lines))
      if (events.length < exportLength) controller.close()
    },
  })
}
