import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'hono'

/** What Node holds of a request that came over a connection. */
export type Connection = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  /**
   * Says that the handler writes the body itself, to `outgoing`; `begin` runs once the headers of its
   * response are out. Absent where nobody would call it.
   */
  handOver?: (begin: () => void) => void
}

/** The connection of a request; none for one that was made within this process. */
export function connectionOf(c: Context): Connection | undefined {
  const env: unknown = c.env
  if (typeof env !== 'object' || env === null) return undefined
  return 'incoming' in env && 'outgoing' in env && env.outgoing ? (env as Connection) : undefined
}

/**
 * Calls `listener` when nobody waits for the answer any more; also when the answer is out.
 *
 * @returns ends that.
 */
export function onHangUp(c: Context, listener: () => void): () => void {
  const { outgoing } = connectionOf(c) ?? {}
  if (outgoing) {
    if (outgoing.destroyed) listener()
    outgoing.once('close', listener)
    return () => void outgoing.off('close', listener)
  }
  const { signal } = c.req.raw
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}

const trusted = new WeakSet<Socket>()

/** Notes that whoever sends this request has a session, a key, or needs none. */
export function trustConnection(c: Context): void {
  const { incoming } = connectionOf(c) ?? {}
  if (incoming) trusted.add(incoming.socket)
}

/** Whether a request of somebody who was let in has come over this connection. */
export const isTrusted = (socket: Socket): boolean => trusted.has(socket)
