import type { MiddlewareHandler } from 'hono'
import { outgoingOf } from '../observability/outgoing-of.ts'
import type { Activity } from '../process/activity.ts'

/** What looks after the server is nobody who waits. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** Notes each request until its answer is sent whole, save for streams of events. */
export const noteActivity =
  (activity: Activity): MiddlewareHandler =>
  (c, next) => {
    if (probes.has(c.req.path)) return next()
    const end = activity.begin(c.req.method !== 'GET')
    const sent = () => {
      const outgoing = outgoingOf(c)
      // An export is made while it is sent; a stream of events stays open for as long as a page does.
      if (outgoing && !outgoing.closed && !isEventStream(c.res)) {
        outgoing.once('close', activity.begin(true))
      }
      end()
    }
    // Not `async`, as what is around every request: each turn of it is time before the answer.
    return next().then(sent, (error: unknown) => {
      sent()
      throw error
    })
  }

const isEventStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false
