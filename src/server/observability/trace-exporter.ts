import { hostname } from 'node:os'
import { appVersion } from '#lib/app-version.ts'
import type { EndedSpan } from './spans.ts'

const batchMax = 256
/**
 * Maximum number of queued spans. If the collector is unreachable, the oldest spans are dropped.
 */
const waitingMax = 2048
const everyMs = 2_000
const timeoutMs = 5_000

const kinds = { internal: 1, server: 2, client: 3 } as const

export type TraceExporter = {
  add: (span: EndedSpan) => void
  close: () => Promise<void>
}

type ExporterOptions = {
  endpoint: string
  serviceName: string
  onLost?: (reason: string, count: number) => void
  intervalMs?: number
}

/**
 * Creates an exporter to an OpenTelemetry collector: OTLP over HTTP with JSON bodies. If the
 * collector is unreachable, spans are lost. Source: opentelemetry.io/docs/specs/otlp.
 */
export function createTraceExporter({
  endpoint,
  serviceName,
  onLost,
  intervalMs = everyMs,
}: ExporterOptions): TraceExporter {
  let waiting: EndedSpan[] = []
  let sending: Promise<void> | undefined

  async function send(spans: readonly EndedSpan[]): Promise<void> {
    try {
      const response = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(toRequest(spans, serviceName)),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) onLost?.(`The collector answered with ${response.status}.`, spans.length)
    } catch (error) {
      onLost?.(error instanceof Error ? error.message : 'No answer.', spans.length)
    }
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      await send(waiting.splice(0, batchMax))
    }
  }
  const flushOnce = () => {
    sending ??= flush().finally(() => (sending = undefined))
    return sending
  }
  const timer = setInterval(() => void flushOnce(), intervalMs)
  timer.unref()

  return {
    add(span) {
      waiting.push(span)
      if (waiting.length > waitingMax) {
        const lost = waiting.length - waitingMax
        waiting = waiting.slice(lost)
        onLost?.('The collector is too slow.', lost)
      }
    },
    async close() {
      clearInterval(timer)
      await flushOnce()
    },
  }
}

/** Distinguishes the servers of one service. */
const instanceId = `${hostname()}:${process.pid}`

const toRequest = (spans: readonly EndedSpan[], serviceName: string) => ({
  resourceSpans: [
    {
      resource: {
        attributes: [
          attribute('service.name', serviceName),
          attribute('service.version', appVersion),
          attribute('service.instance.id', instanceId),
        ],
      },
      scopeSpans: [{ scope: { name: 'bozzetto' }, spans: spans.map(toOtlp) }],
    },
  ],
})

const toOtlp = (span: EndedSpan) => ({
  traceId: span.traceId,
  spanId: span.id,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: toNanoseconds(span.startedAtMs),
  endTimeUnixNano: toNanoseconds(span.endedAtMs),
  attributes: Object.entries(span.attributes).map(([key, value]) => attribute(key, value)),
  status: { code: span.isFailed ? 2 : 1 },
})

const toNanoseconds = (ms: number): string => `${Math.round(ms)}000000`

function attribute(key: string, value: string | number | boolean) {
  if (typeof value === 'string') return { key, value: { stringValue: value } }
  if (typeof value === 'boolean') return { key, value: { boolValue: value } }
  return Number.isInteger(value)
    ? { key, value: { intValue: String(value) } }
    : { key, value: { doubleValue: value } }
}
