import type { MiddlewareHandler } from 'hono'
import { getOutgoing } from '../observability/get-outgoing.ts'
import type { Activity } from '../process/activity.ts'

/** Paths that monitoring requests. Requests to these paths do not count as activity. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Creates a middleware that counts each request as activity until its response is sent. Event
 * streams are not counted.
 */
export const noteActivity =
  (activity: Activity): MiddlewareHandler =>
  (c, next) => {
    if (probes.has(c.req.path)) return next()
    const end = activity.begin(c.req.method !== 'GET')
    const sent = () => {
      const outgoing = getOutgoing(c)
      // A request counts until its response is sent, because exports are created while they are
      // sent.
      if (outgoing && !outgoing.closed && !isEventStream(c.res)) {
        outgoing.once('close', activity.begin(true))
      }
      end()
    }
    // Not `async`, because this wraps every request and each microtask delays the response.
    return next().then(sent, (error: unknown) => {
      sent()
      throw error
    })
  }

const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false
