import { newId } from '#lib/id.ts'
import { createAmbient } from '../process/ambient.ts'
import type { Span } from './spans.ts'

export type RequestContext = {
  requestId: string
  span?: Span | undefined
  address?: string
  /** The authenticated caller, such as `owner`, `session …` or `key sa-…`. */
  actor?: string
  /** Id of the API key, unless the key is from the environment. */
  keyId?: string
}

const current = createAmbient<RequestContext>()

/**
 * Runs `work` in the context of a request, so that its logs and upstream requests have the
 * request's id.
 */
export const withinRequest = <T>(context: RequestContext, work: () => T): T =>
  current.run(context, work)

/** Adds the caller to the current context, for logs and audit events. */
export function nameCaller(caller: Pick<RequestContext, 'address' | 'actor' | 'keyId'>): void {
  const context = current.get()
  if (context) Object.assign(context, caller)
}

export const currentRequest = (): RequestContext | undefined => current.get()

/**
 * Creates an id for an upstream request. The id starts with the current request's id, so that logs
 * of both requests can be matched.
 */
export function idForUpstream(): string {
  const { requestId } = current.get() ?? {}
  return requestId === undefined ? newId() : `${requestId.slice(0, 100)}.${newId().slice(-6)}`
}
