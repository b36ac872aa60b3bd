import { currentRequest, withinRequest } from './request-context.ts'
import { beginSpan, type EndedSpan, type Span } from './spans.ts'
import type { TraceExporter } from './trace-exporter.ts'

let exporter: Pick<TraceExporter, 'add'> | undefined

export const sendSpansTo = (next: Pick<TraceExporter, 'add'> | undefined): void => {
  exporter = next
}

export const isTracing = (): boolean => exporter !== undefined

export const endSpan = (span: Span, isFailed: boolean): void =>
  exporter?.add({ ...span, endedAtMs: Date.now(), isFailed } satisfies EndedSpan)

/** Runs `work` as a child of the current span and records its duration if tracing is on. */
export const traced = <T>(
  name: string,
  options: Options,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> => (exporter ? keepTime(name, options, work) : work(undefined))

type Options = { kind: Span['kind']; attributes?: Span['attributes'] }

async function keepTime<T>(
  name: string,
  options: Options,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const request = currentRequest()
  const span = beginSpan(name, {
    kind: options.kind,
    parent: request?.span,
    attributes: options.attributes,
  })
  let isFailed = true
  try {
    const result = await withinRequest({ requestId: span.id, ...request, span }, () => work(span))
    isFailed = false
    return result
  } finally {
    endSpan(span, isFailed)
  }
}
