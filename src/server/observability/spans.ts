import { randomBytes } from 'node:crypto'

/** A timed operation within a trace. Ids have 32 and 16 hex digits, as in W3C Trace Context. */
export type Span = {
  traceId: string
  id: string
  parentId?: string | undefined
  name: string
  kind: 'server' | 'client' | 'internal'
  startedAtMs: number
  attributes: Record<string, string | number | boolean>
}

export type EndedSpan = Span & { endedAtMs: number; isFailed: boolean }

type Parent = { traceId: string; id: string }

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/
const isNothing = (id: string) => /^0+$/.test(id)

type SpanOptions = {
  readonly kind: Span['kind']
  readonly parent: Parent | undefined
  readonly attributes?: Span['attributes'] | undefined
}

export const beginSpan = (name: string, { kind, parent, attributes = {} }: SpanOptions): Span => ({
  traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
  id: randomBytes(8).toString('hex'),
  parentId: parent?.id,
  name,
  kind,
  startedAtMs: Date.now(),
  attributes,
})

export function readTraceparent(header: string | undefined): Parent | undefined {
  const [, traceId, id] = traceparentPattern.exec(header ?? '') ?? []
  if (traceId === undefined || id === undefined || isNothing(traceId) || isNothing(id)) {
    return undefined
  }
  return { traceId, id }
}

export const formatTraceparent = ({ traceId, id }: Parent): string => `00-${traceId}-${id}-01`
