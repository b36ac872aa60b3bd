import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { newId } from '#lib/id.ts'
import { getOutgoing } from './get-outgoing.ts'
import { log, logSoon } from './log.ts'
import { metrics } from './server-metrics.ts'
import { withinRequest } from './request-context.ts'
import { beginSpan, readTraceparent, type Span } from './spans.ts'
import { endSpan, isTracing } from './tracing.ts'

const requestIdPattern = /^[\w.:-]{1,128}$/
/** Matches routes that are requested constantly and therefore not logged. */
const quietRoutes = /^\/(?:healthz|readyz|metrics|assets\/.*|\*)?$/

/** Matches paths that monitoring requests. Requests to these paths are not traced. */
const probes = /^\/(?:healthz|readyz|metrics)$/

/**
 * Assigns an id to each request, and records the request once its response was sent: a log line, a
 * count, a duration and a span.
 */
export const observeRequests = createMiddleware<{ Variables: { requestId: string } }>((c, next) => {
  const given = c.req.header('x-request-id')
  const requestId = given && requestIdPattern.test(given) ? given : newId()
  c.set('requestId', requestId)
  const span =
    isTracing() && !probes.test(c.req.path)
      ? beginSpan(c.req.method, {
          kind: 'server',
          parent: readTraceparent(c.req.header('traceparent')),
        })
      : undefined
  const startedMs = performance.now()
  return withinRequest({ requestId, span }, next).then(() =>
    answered(c, { requestId, span, startedMs, route: routePath(c), status: c.res.status }),
  )
})

function answered(c: Context, seen: Seen): void {
  // Set after the handler, because a response that a handler builds would lack the header.
  // `c.header` would copy a finished response.
  c.res.headers.set('X-Request-Id', seen.requestId)
  const outgoing = getOutgoing(c)
  if (!outgoing) return tell(c, seen, undefined)
  const socket = outgoing.socket
  const bytesBefore = socket?.bytesWritten ?? 0
  outgoing.once('close', () =>
    tell(c, seen, Math.max(0, (socket?.bytesWritten ?? 0) - bytesBefore)),
  )
}

type Seen = {
  requestId: string
  span: Span | undefined
  startedMs: number
  route: string
  status: number
}

function tell(c: Context, { requestId, span, startedMs, route, status }: Seen, bytes?: number) {
  const { method } = c.req
  const ms = Math.round(performance.now() - startedMs)
  // Unknown methods share a label, because clients can send arbitrary methods.
  const known = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'OTHER'
  metrics.count('bozzetto_requests_total', { method: known, route, status: String(status) })
  metrics.observe('bozzetto_request_seconds', ms / 1000, { method: known, route })
  const line = {
    requestId,
    method: known,
    route,
    status,
    ms,
    ...(bytes !== undefined && { bytes }),
  }
  const level = status < 400 && quietRoutes.test(route) ? 'debug' : 'info'
  if (!span) return logSoon(level, line, 'request')
  withinRequest({ requestId, span }, () => log()[level](line, 'request'))
  span.name = `${known} ${route}`
  Object.assign(span.attributes, {
    'http.request.method': known,
    'http.route': route,
    'http.response.status_code': status,
    'bozzetto.request_id': requestId,
  })
  endSpan(span, status >= 500)
}
