import { metrics } from '../seeing/metrics-of-bozzetto.ts'
import { traceparentOf } from '../seeing/spans.ts'
import { traced } from '../seeing/tracing.ts'

type UpstreamInit = Omit<RequestInit, 'headers'> & { headers?: Readonly<Record<string, string>> }

/**
 * As `fetch`, for services that the owner has connected: counted, timed until the answer begins, and
 * traced, with the trace handed on.
 */
export async function upstreamFetch(url: string, init: UpstreamInit): Promise<Response> {
  const { host, pathname } = new URL(url)
  const method = init.method ?? 'GET'
  const options = {
    kind: 'client',
    attributes: { 'http.request.method': method, 'server.address': host, 'url.path': pathname },
  } as const
  return traced(`${method} ${host}`, options, async (span) => {
    const startedMs = performance.now()
    let outcome = 'none'
    try {
      const headers = { ...init.headers, ...(span && { traceparent: traceparentOf(span) }) }
      const response = await fetch(url, { ...init, headers })
      outcome = `${Math.floor(response.status / 100)}xx`
      if (span) span.attributes['http.response.status_code'] = response.status
      return response
    } finally {
      metrics.count('bozzetto_upstream_total', { host, outcome })
      metrics.observe('bozzetto_upstream_seconds', (performance.now() - startedMs) / 1000, { host })
    }
  })
}
