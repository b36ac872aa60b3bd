import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'hono'

/** Node's request and response of a request that arrived over a network connection. */
export type NodeConnection = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  /**
   * Announces that the handler, not the caller, writes the body to `outgoing`. `begin` is called
   * after the headers are sent.
   */
  handOver?: (begin: () => void) => void
}

/** Returns Node's request and response, or nothing for a request that this process made itself. */
export function getConnection(c: Context): NodeConnection | undefined {
  const env: unknown = c.env
  if (typeof env !== 'object' || env === null) return undefined
  return 'incoming' in env && 'outgoing' in env && env.outgoing
    ? (env as NodeConnection)
    : undefined
}

/**
 * Calls `listener` when the client disconnects, or the response is complete.
 * @returns a function that removes the listener.
 */
export function onHangUp(c: Context, listener: () => void): () => void {
  const { outgoing } = getConnection(c) ?? {}
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

/**
 * Marks the connection as authenticated, so that it is not closed as an unauthenticated connection.
 */
export function trustConnection(c: Context): void {
  const { incoming } = getConnection(c) ?? {}
  if (incoming) trusted.add(incoming.socket)
}

export const isTrusted = (socket: Socket): boolean => trusted.has(socket)
