import { currentRequest, withinRequest } from './request-context.ts'
import { beginSpan, type EndedSpan, type Span } from './spans.ts'
import type { TraceExporter } from './trace-exporter.ts'

let exporter: Pick<TraceExporter, 'add'> | undefined

/** From here on spans go to `next`; without one nothing is traced, and tracing costs nothing. */
export const sendSpansTo = (next: Pick<TraceExporter, 'add'> | undefined): void => {
  exporter = next
}

export const isTracing = (): boolean => exporter !== undefined

export const endSpan = (span: Span, isFailed: boolean): void =>
  exporter?.add({ ...span, endedAtMs: Date.now(), isFailed } satisfies EndedSpan)

/** Does `work` as a part of what is being done now, and keeps how long it took where traces are kept. */
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
