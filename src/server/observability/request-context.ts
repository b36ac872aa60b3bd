import { newId } from '#lib/id.ts'
import { createAmbient } from '../process/ambient.ts'
import type { Span } from './spans.ts'

/** What everything that is done for one request, or one task, has in common. */
export type RequestContext = {
  requestId: string
  /** What is being timed, where traces are kept. */
  span?: Span | undefined
  /** IP address of the caller, once a guard has found it out. */
  address?: string
  /** Who is calling, once a guard has let them in: `owner`, `session …`, `key sa-…`. */
  actor?: string
  /** The API key that was shown, unless it is one of the environment. */
  keyId?: string
}

const current = createAmbient<RequestContext>()

/** Does `work` for a request: all that it logs or asks of others carries its id. */
export const withinRequest = <T>(context: RequestContext, work: () => T): T =>
  current.run(context, work)

/** Notes who sends the current request, for whatever is written down about it. */
export function nameCaller(caller: Pick<RequestContext, 'address' | 'actor' | 'keyId'>): void {
  const context = current.get()
  if (context) Object.assign(context, caller)
}

export const currentRequest = (): RequestContext | undefined => current.get()

/**
 * An id for a request of ours to somebody else. It begins with the id of what it is done for, so that
 * their log leads to ours.
 */
export function idForUpstream(): string {
  const { requestId } = current.get() ?? {}
  return requestId === undefined ? newId() : `${requestId.slice(0, 100)}.${newId().slice(-6)}`
}
