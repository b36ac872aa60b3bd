import { metrics } from '../observability/server-metrics.ts'
import { formatTraceparent } from '../observability/spans.ts'
import { traced } from '../observability/tracing.ts'

type WatchedRequest<Answer> = {
  readonly method: string
  readonly send: (headers: Readonly<Record<string, string>>) => Promise<Answer>
  readonly statusOf: (answer: Answer) => number
}

/**
 * Sends a request to a connected service with metrics and traces. Measures the time until the
 * response begins.
 */
export function watchUpstream<Answer>(
  { host, pathname }: { host: string; pathname: string },
  { method, send, statusOf }: WatchedRequest<Answer>,
): Promise<Answer> {
  const options = {
    kind: 'client',
    attributes: { 'http.request.method': method, 'server.address': host, 'url.path': pathname },
  } as const
  return traced(`${method} ${host}`, options, (span) => {
    const startedMs = performance.now()
    const count = (outcome: string) => {
      metrics.count('bozzetto_upstream_total', { host, outcome })
      metrics.observe('bozzetto_upstream_seconds', (performance.now() - startedMs) / 1000, { host })
    }
    // Not `async`, because each additional promise delays the answer.
    return send(span ? { traceparent: formatTraceparent(span) } : {}).then(
      (answer) => {
        const status = statusOf(answer)
        if (span) span.attributes['http.response.status_code'] = status
        count(`${Math.floor(status / 100)}xx`)
        return answer
      },
      (error: unknown) => {
        count('none')
        throw error
      },
    )
  })
}
